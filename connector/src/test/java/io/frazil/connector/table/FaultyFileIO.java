package io.frazil.connector.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.SeekableInputStream;

/**
 * A table's storage of which, on demand, one request fails: the n-th of its kind from then on; or
 * is not answered for long. Thread-safe.
 */
public final class FaultyFileIO implements FileIO {
  private static final long serialVersionUID = 1L;

  private final FileIO storage;
  private final Queue<String> opened = new ConcurrentLinkedQueue<>();
  private volatile Optional<Fault> fault = Optional.empty();
  private final AtomicReference<Optional<Trouble>> trouble =
      new AtomicReference<>(Optional.empty());

  /** What can fail. */
  public enum Request {
    /** A file cannot be made. */
    CREATE,
    /** A file cannot be written beyond its first bytes, which stay. */
    WRITE,
    /** A file is written, but is there only by half. */
    CLOSE,
    /** A file cannot be opened. */
    READ,
    /** A file cannot be deleted. */
    DELETE
  }

  private record Fault(Request request, AtomicInteger left) {}

  private record Trouble(Request request, Runnable happens) {}

  public FaultyFileIO(FileIO storage) {
    this.storage = storage;
  }

  /** From now on, the n-th of these requests fails, counted from 1. */
  public void fail(Request request, int number) {
    fault = Optional.of(new Fault(request, new AtomicInteger(number)));
  }

  /** The next such request, one that opens a file, is not answered before that. */
  public void hang(Request request, CountDownLatch end) {
    trouble.set(Optional.of(new Trouble(request, () -> await(end))));
  }

  /** The next such request, one that opens a file, is refused with this. */
  public void refuse(Request request, RuntimeException refusal) {
    trouble.set(
        Optional.of(
            new Trouble(
                request,
                () -> {
                  throw refusal;
                })));
  }

  /** Waits as a client does that waits for ever. */
  public static void await(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /**
   * Nothing fails any more.
   *
   * @return whether something did
   */
  public boolean heal() {
    boolean hasFailed = fault.map(planned -> planned.left().get() <= 0).orElse(false);
    fault = Optional.empty();
    return hasFailed;
  }

  /** The files that were opened for reading since this was asked last, in their order. */
  List<String> opened() {
    List<String> since = new ArrayList<>();
    for (String path = opened.poll(); path != null; path = opened.poll()) {
      since.add(path);
    }
    return since;
  }

  private boolean fails(Request request) {
    return fault
        .filter(planned -> planned.request() == request)
        .map(planned -> planned.left().decrementAndGet() == 0)
        .orElse(false);
  }

  private void request(Request request, String path) {
    trouble
        .getAndUpdate(next -> next.filter(one -> one.request() != request))
        .filter(one -> one.request() == request)
        .ifPresent(one -> one.happens().run());
    if (fails(request)) {
      throw new UncheckedIOException(new IOException("no " + request + " of " + path));
    }
  }

  @Override
  public InputFile newInputFile(String path) {
    InputFile file = storage.newInputFile(path);
    return new InputFile() {
      @Override
      public long getLength() {
        return file.getLength();
      }

      @Override
      public SeekableInputStream newStream() {
        request(Request.READ, path);
        opened.add(path);
        return file.newStream();
      }

      @Override
      public String location() {
        return file.location();
      }

      @Override
      public boolean exists() {
        return file.exists();
      }
    };
  }

  @Override
  public OutputFile newOutputFile(String path) {
    OutputFile file = storage.newOutputFile(path);
    return new OutputFile() {
      @Override
      public PositionOutputStream create() {
        request(Request.CREATE, path);
        return new Output(file.create());
      }

      @Override
      public PositionOutputStream createOrOverwrite() {
        request(Request.CREATE, path);
        return new Output(file.createOrOverwrite());
      }

      @Override
      public String location() {
        return file.location();
      }

      @Override
      public InputFile toInputFile() {
        return newInputFile(path);
      }
    };
  }

  @Override
  public void deleteFile(String path) {
    request(Request.DELETE, path);
    storage.deleteFile(path);
  }

  /** Counts as one request each to be written and to be closed. */
  private final class Output extends PositionOutputStream {
    private static final int FIRST_BYTES = 10;

    private final PositionOutputStream file;
    private final boolean isCut = fails(Request.WRITE);
    private final boolean isHalved = fails(Request.CLOSE);
    private boolean isOpen = true;
    private long position;

    Output(PositionOutputStream file) {
      this.file = file;
    }

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      long room = isCut || isHalved ? Math.max(0, FIRST_BYTES - position) : length;
      file.write(bytes, offset, (int) Math.min(room, length));
      position += length;
      if (isCut && length > room) {
        throw new IOException("no room");
      }
    }

    @Override
    public void close() throws IOException {
      file.close();
      if (isHalved && isOpen) {
        isOpen = false;
        throw new IOException("no answer");
      }
    }
  }
}
