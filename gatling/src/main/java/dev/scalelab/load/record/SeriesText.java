package dev.scalelab.load.record;

import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.List;
import java.util.zip.Deflater;

/**
 * A table of numbers as a short text: base64 of a zlib stream with a byte 1, then as
 * variable-length integers the number of columns and of rows, and column after column the
 * difference of each value to the one before, zigzag-coded.
 */
final class SeriesText {
  private static final int VERSION = 1;

  private SeriesText() {}

  /** Encodes rows of the same number of columns. */
  static String encode(List<long[]> rows, int columns) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(VERSION);
    write(bytes, columns);
    write(bytes, rows.size());
    for (int column = 0; column < columns; column++) {
      long before = 0;
      for (long[] row : rows) {
        long difference = row[column] - before;
        write(bytes, (difference << 1) ^ (difference >> 63));
        before = row[column];
      }
    }
    return Base64.getEncoder().encodeToString(deflated(bytes.toByteArray()));
  }

  private static void write(ByteArrayOutputStream bytes, long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes.write((int) (rest & 0x7F | 0x80));
      rest >>>= 7;
    }
    bytes.write((int) rest);
  }

  private static byte[] deflated(byte[] bytes) {
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    try {
      deflater.setInput(bytes);
      deflater.finish();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] buffer = new byte[4096];
      while (!deflater.finished()) {
        out.write(buffer, 0, deflater.deflate(buffer));
      }
      return out.toByteArray();
    } finally {
      deflater.end();
    }
  }
}
