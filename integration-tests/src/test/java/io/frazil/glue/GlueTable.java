package io.frazil.glue;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One version of a table.
 *
 * @param input what a client has made it to be
 * @param version counts its updates
 * @param archived how many earlier versions are kept
 */
public record GlueTable(String database, String name, ObjectNode input, int version, int archived) {
  enum Archive {
    KEPT,
    SKIPPED
  }

  static GlueTable created(String database, ObjectNode input, String name) {
    return new GlueTable(database, name, input, 0, 0);
  }

  GlueTable updated(ObjectNode newInput, Archive archive) {
    int kept =
        switch (archive) {
          case KEPT -> archived + 1;
          case SKIPPED -> archived;
        };
    return new GlueTable(database, name, newInput, version + 1, kept);
  }

  String versionId() {
    return Integer.toString(version);
  }

  ObjectNode asJson() {
    return input
        .deepCopy()
        .put("Name", name)
        .put("DatabaseName", database)
        .put("CatalogId", "123456789012")
        .put("CreateTime", GlueData.now())
        .put("UpdateTime", GlueData.now())
        .put("IsRegisteredWithLakeFormation", false)
        .put("VersionId", versionId());
  }
}
