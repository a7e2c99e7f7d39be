package io.frazil.connector.write;

import io.frazil.connector.spool.Spool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.io.CloseableGroup;

/**
 * The life of a delta: its parts, and whether they may still be written, completed or aborted.
 *
 * <pre>
 * state     | beginChange | endChange | complete | abort   | close
 * OPEN      | CHANGING    | -         | COMPLETE | ABORTED | ABORTED
 * CHANGING  | refused     | OPEN      | refused  | ABORTED | ABORTED
 * COMPLETE  | refused     | -         | refused  | ABORTED | COMPLETE
 * ABORTED   | refused     | -         | refused  | ABORTED | ABORTED
 * </pre>
 *
 * A change that began and did not end has failed. So has a completion, which is a change too.
 */
final class OpenDelta {
  private enum State {
    OPEN,
    CHANGING,
    COMPLETE,
    ABORTED
  }

  private final NewFiles files;
  private final Spool spool;
  private final List<DeltaPart> parts;
  private State state = State.OPEN;
  private long rows;

  /**
   * A delta without changes.
   *
   * @param spool what the parts' rows wait in; it ends with the delta
   * @param parts in the order in which they are completed
   */
  OpenDelta(NewFiles files, Spool spool, List<DeltaPart> parts) {
    this.files = files;
    this.spool = spool;
    this.parts = List.copyOf(parts);
  }

  void beginChange() {
    if (state != State.OPEN) {
      throw refused("write to");
    }
    state = State.CHANGING;
  }

  void endChange() {
    state = State.OPEN;
    rows++;
  }

  long rows() {
    return rows;
  }

  long bytes() {
    return spool.bytes() + parts.stream().mapToLong(DeltaPart::bytes).sum();
  }

  /** The complete files of all parts. */
  List<ContentFile<?>> complete() {
    if (state != State.OPEN) {
      throw refused("complete");
    }
    state = State.CHANGING;
    List<ContentFile<?>> complete = new ArrayList<>();
    for (DeltaPart part : parts) {
      complete.addAll(part.complete());
    }
    spool.close();
    state = State.COMPLETE;
    return complete;
  }

  void abort() {
    if (state != State.ABORTED) {
      if (state != State.COMPLETE) {
        release();
      }
      state = State.ABORTED;
      files.deleteAll();
    }
  }

  void close() {
    if (state != State.COMPLETE) {
      abort();
    }
  }

  private void release() {
    try (CloseableGroup group = new CloseableGroup()) {
      parts.forEach(group::addCloseable);
      group.addCloseable(spool);
      // The files are deleted anyway: a footer that cannot be written is no news.
      group.setSuppressCloseFailure(true);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot release the files of a delta of " + files, e);
    }
  }

  private IllegalStateException refused(String action) {
    String reason =
        switch (state) {
          case CHANGING -> "an earlier change failed, so its files are unusable. Abort it.";
          case COMPLETE -> "it is complete. Open another.";
          case ABORTED -> "it was aborted. Open another.";
          case OPEN -> "it is open.";
        };
    return new IllegalStateException("Cannot " + action + " delta of " + files + ": " + reason);
  }
}
