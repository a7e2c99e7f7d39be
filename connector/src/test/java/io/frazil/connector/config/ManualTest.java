package io.frazil.connector.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.frazil.transforms.dms.DmsCsvLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    assertUpToDate(
        Manual.page(
            "Options of the transform DmsCsvLine",
            """
            `io.frazil.transforms.dms.DmsCsvLine` turns a line of CSV, as AWS DMS writes them to S3, into a
            row with a column for the operation. The value must come as a string.
            """,
            DmsCsvLine.definition()),
        "transforms.md");
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
