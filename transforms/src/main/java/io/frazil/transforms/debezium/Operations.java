package io.frazil.transforms.debezium;

import io.frazil.transforms.envelope.ChangeOperation;
import io.frazil.transforms.record.NamedValues;
import java.util.Optional;
import org.apache.kafka.connect.errors.DataException;

/** The codes of Debezium's field {@code op}. */
final class Operations {
  static final String FIELD = "op";

  private Operations() {}

  /** What the code stands for; empty if it stands for no change of a row. */
  static Optional<ChangeOperation> named(String code) {
    return switch (code) {
      case "c", "r" -> Optional.of(ChangeOperation.INSERT);
      case "u" -> Optional.of(ChangeOperation.UPDATE);
      case "d" -> Optional.of(ChangeOperation.DELETE);
      case "t" -> Optional.of(ChangeOperation.TRUNCATE);
      default -> Optional.empty();
    };
  }

  /** Whether the code says that a snapshot has read the row. */
  static boolean isSnapshot(String code) {
    return code.equals("r");
  }

  /** What to throw for another code. */
  static DataException unknown(NamedValues holder) {
    return holder.wrong(FIELD, "is none of c, r, u, d, t, m");
  }
}
