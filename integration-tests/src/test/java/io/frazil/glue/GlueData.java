package io.frazil.glue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Databases and tables, and what requests do to them. Thread-safe: one request at a time. */
final class GlueData {
  static final List<String> ACTIONS =
      List.of(
          "CreateDatabase",
          "GetDatabase",
          "GetDatabases",
          "UpdateDatabase",
          "DeleteDatabase",
          "CreateTable",
          "GetTable",
          "GetTables",
          "UpdateTable",
          "DeleteTable");

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String ACCOUNT = "123456789012";
  private static final int MAX_NAME = 255;

  private final Map<String, ObjectNode> databases = new TreeMap<>();
  private final Map<String, Map<String, GlueTable>> tables = new TreeMap<>();

  synchronized ObjectNode answer(String action, JsonNode request) {
    return switch (action) {
      case "CreateDatabase" -> createDatabase(member(request, "DatabaseInput"));
      case "GetDatabase" -> wrapped("Database", database(name(request, "Name")));
      case "GetDatabases" -> list("DatabaseList", databases.values());
      case "UpdateDatabase" ->
          updateDatabase(name(request, "Name"), member(request, "DatabaseInput"));
      case "DeleteDatabase" -> deleteDatabase(name(request, "Name"));
      case "CreateTable" ->
          createTable(name(request, "DatabaseName"), member(request, "TableInput"));
      case "GetTable" ->
          wrapped("Table", table(name(request, "DatabaseName"), name(request, "Name")).asJson());
      case "GetTables" ->
          list(
              "TableList",
              tablesOf(name(request, "DatabaseName")).values().stream()
                  .map(GlueTable::asJson)
                  .toList());
      case "UpdateTable" -> updateTable(request);
      case "DeleteTable" -> deleteTable(name(request, "DatabaseName"), name(request, "Name"));
      default -> throw GlueError.unknownAction(action);
    };
  }

  /** Another client updates the table that a request is about. */
  synchronized void overtake(JsonNode request) {
    String database = name(request, "DatabaseName");
    GlueTable table = table(database, name(member(request, "TableInput"), "Name"));
    tables.get(database).put(table.name(), table.updated(table.input(), GlueTable.Archive.SKIPPED));
  }

  synchronized Optional<GlueTable> find(String database, String table) {
    return Optional.ofNullable(tables.get(database)).map(all -> all.get(table));
  }

  private ObjectNode createDatabase(JsonNode input) {
    String name = name(input, "Name");
    if (databases.containsKey(name)) {
      throw GlueError.exists("Database already exists.");
    }
    tables.put(name, new TreeMap<>());
    return putDatabase(name, input);
  }

  private ObjectNode updateDatabase(String name, JsonNode input) {
    database(name);
    return putDatabase(name, input);
  }

  private ObjectNode putDatabase(String name, JsonNode input) {
    ObjectNode database = input.deepCopy();
    database.put("Name", name).put("CatalogId", ACCOUNT).put("CreateTime", now());
    databases.put(name, database);
    return JSON.objectNode();
  }

  private ObjectNode deleteDatabase(String name) {
    database(name);
    databases.remove(name);
    tables.remove(name);
    return JSON.objectNode();
  }

  private ObjectNode createTable(String database, JsonNode input) {
    Map<String, GlueTable> all = tablesOf(database);
    GlueTable table = GlueTable.created(database, input.deepCopy(), name(input, "Name"));
    if (all.putIfAbsent(table.name(), table) != null) {
      throw GlueError.exists("Table already exists.");
    }
    return JSON.objectNode();
  }

  /** With a VersionId, only the very version that the client has seen is replaced. */
  private ObjectNode updateTable(JsonNode request) {
    String database = name(request, "DatabaseName");
    JsonNode input = member(request, "TableInput");
    GlueTable table = table(database, name(input, "Name"));
    if (request.hasNonNull("VersionId")
        && !request.get("VersionId").asText().equals(table.versionId())) {
      throw GlueError.concurrent();
    }
    GlueTable.Archive archive =
        request.path("SkipArchive").asBoolean()
            ? GlueTable.Archive.SKIPPED
            : GlueTable.Archive.KEPT;
    tables.get(database).put(table.name(), table.updated(input.deepCopy(), archive));
    return JSON.objectNode();
  }

  private ObjectNode deleteTable(String database, String name) {
    table(database, name);
    tables.get(database).remove(name);
    return JSON.objectNode();
  }

  private ObjectNode database(String name) {
    return Optional.ofNullable(databases.get(name))
        .orElseThrow(() -> GlueError.notFound("Database %s not found.".formatted(name)));
  }

  private Map<String, GlueTable> tablesOf(String database) {
    database(database);
    return tables.get(database);
  }

  private GlueTable table(String database, String name) {
    return Optional.ofNullable(tablesOf(database).get(name))
        .orElseThrow(() -> GlueError.notFound("Entity Not Found"));
  }

  private static JsonNode member(JsonNode request, String name) {
    if (!request.hasNonNull(name)) {
      throw GlueError.missingMember(name);
    }
    return request.get(name);
  }

  /** Folded to lower case, as Glue stores names. */
  private static String name(JsonNode request, String member) {
    String name = member(request, member).asText();
    if (name.isBlank() || name.length() > MAX_NAME) {
      throw GlueError.invalidInput("Invalid name: " + name);
    }
    return name.toLowerCase(Locale.ROOT);
  }

  private static ObjectNode wrapped(String name, ObjectNode content) {
    return JSON.objectNode().set(name, content);
  }

  private static ObjectNode list(String name, Iterable<ObjectNode> content) {
    ObjectNode answer = JSON.objectNode();
    content.forEach(answer.withArray(name)::add);
    return answer;
  }

  static long now() {
    return Instant.now().getEpochSecond();
  }
}
