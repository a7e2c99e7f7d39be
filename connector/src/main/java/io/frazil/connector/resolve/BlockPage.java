package io.frazil.connector.resolve;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * A page of a key block, as the block's directory describes it.
 *
 * @param offset in the block, in bytes
 * @param least first word in it
 * @param greatest first word in it
 * @param entries how many
 * @param checksum CRC32C of its bytes
 */
record BlockPage(long offset, long least, long greatest, int entries, int checksum) {

  /** How many bytes {@link #write} writes. */
  static final int BYTES = 2 * Long.BYTES + 2 * Integer.BYTES;

  /** The next page of the directory, which lies at this offset. */
  static BlockPage read(ByteBuffer directory, long offset) {
    return new BlockPage(
        offset, directory.getLong(), directory.getLong(), directory.getInt(), directory.getInt());
  }

  void write(ByteBuffer directory) {
    directory.putLong(least).putLong(greatest).putInt(entries).putInt(checksum);
  }

  /** The checksum of what is between position and limit, which stay as they are. */
  static int checksum(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate());
    return (int) crc.getValue();
  }
}
