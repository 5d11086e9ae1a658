package dev.scalelab.operator.measurement;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;

/**
 * Response time histograms as text and back: HdrHistogram V2, compressed, base64; values are
 * microseconds.
 */
public final class Histograms {
  /** Three significant digits: every value is kept within 0.1 %. */
  static final int DIGITS = 3;

  /** Two: within 1 %, at a fraction of the size. */
  static final int COARSE_DIGITS = 2;

  /** Resolution of short times, in microseconds, if no histogram has a coarser one. */
  private static final long FINEST_UNIT = 1;

  /** About 35 years: a third of a megabyte in memory. */
  private static final long MAX_MICROS = 1L << 50;

  /** HdrHistogram's format V2: cookie and length precede the compressed part. */
  private static final int LENGTH_BYTES = 8;

  /** Cookie, payload's length, offset, digits, lowest value, highest value, ratio. */
  private static final int HEADER_BYTES = 40;

  private static final int DIGITS_AT = 12;
  private static final int HIGHEST_AT = 24;

  private Histograms() {}

  /**
   * The histogram that a text holds.
   *
   * @throws IllegalArgumentException when the text is not a compressed histogram
   */
  public static Histogram decode(String text) {
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      requireSmall(bytes);
      return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
    } catch (DataFormatException | RuntimeException e) {
      throw new IllegalArgumentException(
          "not a compressed HdrHistogram in base64: " + e.getMessage(), e);
    }
  }

  /**
   * The memory of a histogram depends only on its header, however short the text is: a user's own
   * load generator could fill the operator's heap with one line.
   */
  private static void requireSmall(byte[] compressed) throws DataFormatException {
    Inflater inflater = new Inflater();
    try {
      byte[] header = new byte[HEADER_BYTES];
      inflater.setInput(compressed, LENGTH_BYTES, compressed.length - LENGTH_BYTES);
      if (inflater.inflate(header) < HEADER_BYTES) {
        throw new IllegalArgumentException("it has no header");
      }
      int digits = ByteBuffer.wrap(header).getInt(DIGITS_AT);
      long highest = ByteBuffer.wrap(header).getLong(HIGHEST_AT);
      if (digits > DIGITS || highest > MAX_MICROS) {
        throw new IllegalArgumentException(
            "it has %d digits up to %d, and may have %d up to %d"
                .formatted(digits, highest, DIGITS, MAX_MICROS));
      }
    } finally {
      inflater.end();
    }
  }

  /** A histogram as text; the same histogram always gives the same text. */
  public static String encode(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_COMPRESSION);
    byte[] bytes = new byte[length];
    buffer.flip();
    buffer.get(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  /**
   * One histogram with every value of all of them, at the coarsest resolution of those that have
   * values; none of them is changed. This is the only place where histograms are merged.
   *
   * <p>HdrHistogram adds a value of a coarse histogram to a finer one at the bottom of its coarse
   * bucket: times would become shorter than they were recorded. In an equally coarse histogram the
   * bucket is the same.
   */
  public static Histogram merge(Collection<Histogram> histograms) {
    return merge(histograms, DIGITS);
  }

  /** The same, with at most this number of significant digits. */
  static Histogram merge(Collection<Histogram> histograms, int maxDigits) {
    List<Histogram> filled = histograms.stream().filter(one -> one.getTotalCount() > 0).toList();
    int digits =
        filled.stream()
            .mapToInt(Histogram::getNumberOfSignificantValueDigits)
            .reduce(maxDigits, Math::min);
    long unit =
        filled.stream().mapToLong(Histogram::getLowestDiscernibleValue).max().orElse(FINEST_UNIT);
    Histogram merged = new Histogram(unit, 2 * unit, digits);
    merged.setAutoResize(true);
    filled.forEach(merged::add);
    return merged;
  }
}
