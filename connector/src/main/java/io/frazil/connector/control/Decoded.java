package io.frazil.connector.control;

import static java.util.Objects.requireNonNull;

import io.frazil.connector.commit.ControlEvent;
import org.apache.iceberg.ContentFile;

/** What a record of the control topic turned out to be. */
public sealed interface Decoded {

  /** An event of this connector. */
  record Ours(ControlEvent<ContentFile<?>> event) implements Decoded {
    public Ours {
      requireNonNull(event, "event");
    }
  }

  /** Another connector's event, or no event of this project at all. */
  record Foreign() implements Decoded {}

  /**
   * An event of this connector that this release cannot read. Passing over it is harmless, since
   * reports are repeated, but its sender may never be understood.
   *
   * @param reason why
   */
  record Unreadable(String reason) implements Decoded {
    public Unreadable {
      requireNonNull(reason, "reason");
    }
  }
}
