package io.frazil.connector.write;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.LocationProviders;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.LocationProvider;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;

/** Counts the files of a table that are being written at one time, or fails to open any more. */
final class StreamCount {
  private final int maxFiles;
  private int files;
  private int open;
  private int mostOpen;

  private StreamCount(int maxFiles) {
    this.maxFiles = maxFiles;
  }

  static StreamCount unlimited() {
    return new StreamCount(Integer.MAX_VALUE);
  }

  static StreamCount failingAfter(int files) {
    return new StreamCount(files);
  }

  int mostOpen() {
    return mostOpen;
  }

  /** The same table, with storage that is counted. It cannot be committed to. */
  Table watch(Table table) {
    TableMetadata metadata = ((BaseTable) table).operations().current();
    return new BaseTable(new Operations(metadata, new Storage(table.io())), table.name());
  }

  private PositionOutputStream count(PositionOutputStream stream) {
    open++;
    mostOpen = Math.max(mostOpen, open);
    return new PositionOutputStream() {
      private boolean isClosed;

      @Override
      public long getPos() throws IOException {
        return stream.getPos();
      }

      @Override
      public void write(int value) throws IOException {
        stream.write(value);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        stream.write(bytes, offset, length);
      }

      @Override
      public void flush() throws IOException {
        stream.flush();
      }

      @Override
      public void close() throws IOException {
        stream.close();
        if (!isClosed) {
          open--;
          isClosed = true;
        }
      }
    };
  }

  private record Operations(TableMetadata current, Storage io) implements TableOperations {
    @Override
    public TableMetadata refresh() {
      return current;
    }

    @Override
    public void commit(TableMetadata base, TableMetadata metadata) {
      throw new UnsupportedOperationException("Cannot commit to a table that is only watched");
    }

    @Override
    public String metadataFileLocation(String fileName) {
      throw new UnsupportedOperationException("Cannot commit to a table that is only watched");
    }

    @Override
    public LocationProvider locationProvider() {
      return LocationProviders.locationsFor(current.location(), current.properties());
    }
  }

  private final class Storage implements FileIO {
    private static final long serialVersionUID = 1L;
    private final transient FileIO storage;

    private Storage(FileIO storage) {
      this.storage = storage;
    }

    @Override
    public InputFile newInputFile(String path) {
      return storage.newInputFile(path);
    }

    @Override
    public OutputFile newOutputFile(String path) {
      OutputFile file = storage.newOutputFile(path);
      return new OutputFile() {
        @Override
        public PositionOutputStream create() {
          requireReach();
          return count(file.create());
        }

        @Override
        public PositionOutputStream createOrOverwrite() {
          requireReach();
          return count(file.createOrOverwrite());
        }

        @Override
        public String location() {
          return file.location();
        }

        @Override
        public InputFile toInputFile() {
          return file.toInputFile();
        }
      };
    }

    @Override
    public void deleteFile(String path) {
      storage.deleteFile(path);
    }

    private void requireReach() {
      if (files == maxFiles) {
        throw new UncheckedIOException(new IOException("storage is out of reach"));
      }
      files++;
    }
  }
}
