package io.frazil.endtoend;

import java.util.Optional;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DeleteFile;

/**
 * What a table refers to: a file, or the part of one that is a deletion vector.
 *
 * @param offset where the deletion vector begins
 */
record FilePart(String location, Optional<Long> offset) {
  static FilePart of(ContentFile<?> file) {
    return new FilePart(
        file.location(),
        file instanceof DeleteFile delete
            ? Optional.ofNullable(delete.contentOffset())
            : Optional.empty());
  }
}
