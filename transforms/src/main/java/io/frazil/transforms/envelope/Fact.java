package io.frazil.transforms.envelope;

import java.util.Date;
import java.util.Locale;
import java.util.Optional;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Timestamp;

/** What an envelope tells about a change beside its rows; a field of {@code _cdc}. */
enum Fact {
  /** What it did: {@code I}, {@code U}, {@code D} or {@code T}. */
  OP {
    @Override
    Optional<Object> of(SourceChange change, TargetPattern target) {
      return Optional.of(change.operation().code());
    }
  },
  /** When it was committed at the source. */
  TS {
    @Override
    Optional<Object> of(SourceChange change, TargetPattern target) {
      return change.time().map(Date::from);
    }
  },
  /** Where it stood in the source's log, in a form that sorts as text. */
  POSITION {
    @Override
    Optional<Object> of(SourceChange change, TargetPattern target) {
      return change.position().map(position -> position);
    }
  },
  /** The table it is of. */
  SOURCE {
    @Override
    Optional<Object> of(SourceChange change, TargetPattern target) {
      return change.table().map(SourceTable::toString);
    }
  },
  /** The table it goes to. */
  TARGET {
    @Override
    Optional<Object> of(SourceChange change, TargetPattern target) {
      return change.table().flatMap(target::nameFor).map(name -> name);
    }
  };

  private static final Schema OPTIONAL_TIMESTAMP = Timestamp.builder().optional().build();

  /** Its value, if the source tells it. */
  abstract Optional<Object> of(SourceChange change, TargetPattern target);

  /** Of its value, which may be null. */
  Schema schema() {
    return switch (this) {
      case TS -> OPTIONAL_TIMESTAMP;
      case OP, POSITION, SOURCE, TARGET -> Schema.OPTIONAL_STRING_SCHEMA;
    };
  }

  /** The field's name. */
  String field() {
    return name().toLowerCase(Locale.ROOT);
  }
}
