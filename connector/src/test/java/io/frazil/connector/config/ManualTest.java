package io.frazil.connector.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.transforms.dms.DmsCsvLine;
import io.frazil.transforms.dms.UnwrapDms;
import io.frazil.transforms.mongo.UnwrapMongo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Keeps the pages of the manual that are printed from definitions. Run with {@code
 * -Dfrazil.docs.write=true} it writes them instead.
 */
class ManualTest {
  private static final Path PAGES = Path.of("..", "docs");

  @Test
  void thePageAboutTheConnectorsOptionsIsUpToDate() throws IOException {
    assertUpToDate(Manual.connectorPage(), "configuration.md");
  }

  @Test
  void thePageAboutTheTransformsIsUpToDate() throws IOException {
    assertUpToDate(String.join("\n", transforms()), "transforms.md");
  }

  private static List<String> transforms() {
    return List.of(
        Manual.page(
            "Options of the transform DmsCsvLine",
            """
            `io.frazil.transforms.dms.DmsCsvLine` turns a line of CSV, as AWS DMS writes them to S3, into a
            row with the operation in `_cdc.op`. The value must come as a string. [How to use
            it](sources/dms.md).
            """,
            DmsCsvLine.definition()),
        Manual.page(
            "Options of the transform UnwrapDms",
            """
            `io.frazil.transforms.dms.UnwrapDms` turns a message that AWS DMS sends to Kafka into its row,
            with the operation in `_cdc.op`. [How to use it](sources/dms.md).
            """,
            UnwrapDms.definition()),
        Manual.page(
            "Options of the transform UnwrapMongo",
            """
            `io.frazil.transforms.mongo.UnwrapMongo` turns a change of Debezium's connector for MongoDB into
            a row with the document's id and the document as JSON text, with the operation in `_cdc.op`. Set
            `capture.mode=change_streams_update_full` at Debezium's connector, or
            `change_streams_update_full_with_pre_image` to have the documents before in `_cdc.before`. The
            record's key becomes the id too. An ObjectId becomes its 24 hexadecimal digits; any other id
            stays Extended JSON, text with its quotes, so that no two become the same. This release has no
            test with a real MongoDB.
            """,
            UnwrapMongo.definition()));
  }

  private static void assertUpToDate(String page, String file) throws IOException {
    if (Boolean.getBoolean("frazil.docs.write")) {
      Files.createDirectories(PAGES);
      Files.writeString(PAGES.resolve(file), page);
    }
    assertThat(PAGES.resolve(file))
        .as(
            "docs/%s; write it anew by: mvn -pl connector -am test -Dtest=ManualTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Dfrazil.docs.write=true",
            file)
        .hasContent(page);
  }
}
