package io.frazil.dms;

import static java.util.Objects.requireNonNull;

/** What one statement did to one row. */
public sealed interface Change {
  /** The row that it is about; of an update, the row after it. */
  Parcel row();

  /** A new row. */
  record Insert(Parcel row) implements Change {
    /** Checks the parts. */
    public Insert {
      requireNonNull(row, "row");
    }
  }

  /** Another row in place of one, whose key may be another too. */
  record Update(Parcel before, Parcel row) implements Change {
    /** Checks the parts. */
    public Update {
      requireNonNull(before, "before");
      requireNonNull(row, "row");
    }

    /** Whether the primary key became another. */
    public boolean isMove() {
      return before.id() != row.id();
    }
  }

  /** A row that is gone. */
  record Delete(Parcel row) implements Change {
    /** Checks the parts. */
    public Delete {
      requireNonNull(row, "row");
    }
  }
}
