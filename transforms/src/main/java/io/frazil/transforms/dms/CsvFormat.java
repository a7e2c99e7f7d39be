package io.frazil.transforms.dms;

import io.frazil.transforms.dms.CsvLine.Field;
import io.frazil.transforms.envelope.SourceChange;
import java.util.List;
import java.util.Optional;

/** What the fields of a line are, in one of the layouts that DMS writes. */
interface CsvFormat {
  /**
   * The change that a line tells; empty if it tells none.
   *
   * @throws org.apache.kafka.connect.errors.DataException if it is no such line
   */
  Optional<SourceChange> read(List<Field> fields);
}
