package io.frazil.connector.write;

import java.io.Closeable;
import java.util.List;
import org.apache.iceberg.ContentFile;

/** One kind of files of a delta, being written. Closing it without completing it may break them. */
interface DeltaPart extends Closeable {

  /** An estimate of the bytes written so far. */
  long bytes();

  /** Closes the files and lists them. */
  List<? extends ContentFile<?>> complete();
}
