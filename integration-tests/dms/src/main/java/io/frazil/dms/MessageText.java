package io.frazil.dms;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.core.util.Separators.Spacing;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.frazil.dms.TaskSettings.MessageFormat;
import java.io.UncheckedIOException;

/** JSON in one of the layouts that DMS has. */
final class MessageText {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final DefaultIndenter TABS = new DefaultIndenter("\t", "\n");

  private final ObjectWriter writer;

  MessageText(MessageFormat format) {
    writer =
        switch (format) {
          case JSON ->
              JSON.writer(
                  new DefaultPrettyPrinter(
                          Separators.createDefaultInstance()
                              .withObjectFieldValueSpacing(Spacing.AFTER))
                      .withObjectIndenter(TABS)
                      .withArrayIndenter(TABS));
          case JSON_UNFORMATTED -> JSON.writer();
        };
  }

  String of(JsonNode value) {
    try {
      return writer.writeValueAsString(value);
    } catch (JsonProcessingException failure) {
      throw new UncheckedIOException("Cannot write a message as JSON.", failure);
    }
  }
}
