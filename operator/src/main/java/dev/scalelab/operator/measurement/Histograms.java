package dev.scalelab.operator.measurement;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Collection;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
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

  private Histograms() {}

  /**
   * The histogram that a text holds.
   *
   * @throws IllegalArgumentException when the text is not a compressed histogram
   */
  public static Histogram decode(String text) {
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
    } catch (DataFormatException | RuntimeException e) {
      throw new IllegalArgumentException(
          "not a compressed HdrHistogram in base64: " + e.getMessage(), e);
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

  /** One histogram with every value of all of them; none of them is changed. */
  public static Histogram merge(Collection<Histogram> histograms) {
    return merge(histograms, DIGITS);
  }

  /** The same, kept at so many significant digits. */
  static Histogram merge(Collection<Histogram> histograms, int digits) {
    Histogram merged = new Histogram(digits);
    merged.setAutoResize(true);
    histograms.forEach(merged::add);
    return merged;
  }
}
