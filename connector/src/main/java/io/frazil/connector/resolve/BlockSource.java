package io.frazil.connector.resolve;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.iceberg.DataFile;

/**
 * What a key block is made of, entirely: a data file, which never changes, and how its keys become
 * fingerprints.
 *
 * @param location of the data file
 * @param fileBytes of the data file
 * @param rows of the data file, as its manifest says
 * @param scheme of the fingerprints and how columns are found in the file
 * @param words of each fingerprint
 */
record BlockSource(String location, long fileBytes, long rows, String scheme, int words) {

  static BlockSource of(DataFile file, String scheme, int words) {
    return new BlockSource(
        file.location(), file.fileSizeInBytes(), file.recordCount(), scheme, words);
  }

  /** Names the block, in 64 hexadecimal digits. */
  String digest() {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest((location + "\n" + scheme).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }

  /** All parts, as a block states them. */
  byte[] description() {
    return String.join(
            "\n", location, Long.toString(fileBytes), Long.toString(rows), scheme, "" + words)
        .getBytes(StandardCharsets.UTF_8);
  }
}
