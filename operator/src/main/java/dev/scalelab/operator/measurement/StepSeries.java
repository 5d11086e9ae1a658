package dev.scalelab.operator.measurement;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * What the load generators counted in each second of a step, from the start of its settling.
 *
 * <p>As text: base64 of a zlib stream with a byte 1, then as variable-length integers the number of
 * columns and of seconds, and column after column the difference of each value to the one before,
 * zigzag-coded.
 *
 * @param seconds the seconds, oldest first
 */
public record StepSeries(List<Second> seconds) {
  private static final int VERSION = 1;
  private static final int COLUMNS = 9;

  /** The longest step, with room for a generator that counts on a little longer. */
  private static final int MAX_SECONDS = 4000;

  /** A text that takes more room is not a series. */
  private static final int MAX_BYTES = MAX_SECONDS * COLUMNS * 10 + 16;

  public StepSeries {
    seconds = List.copyOf(seconds);
  }

  /**
   * One second of all generators.
   *
   * @param completed transactions that completed
   * @param failed transactions that were started and failed
   * @param shed transactions that were scheduled, but not started
   * @param transactionMillis sum of the completed transactions' times from their scheduled moments
   * @param requestMillis the same from their sending, without pauses: the time of their requests
   * @param inFlight transactions in flight at its end
   * @param busyTicks time that the generators' nodes were busy, in clock ticks of all cores
   * @param stealTicks time that their hypervisor took from the nodes
   * @param allTicks time that passed
   */
  public record Second(
      long completed,
      long failed,
      long shed,
      long transactionMillis,
      long requestMillis,
      long inFlight,
      long busyTicks,
      long stealTicks,
      long allTicks) {
    private static Second of(long[] v) {
      return new Second(v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8]);
    }

    private long[] values() {
      return new long[] {
        completed,
        failed,
        shed,
        transactionMillis,
        requestMillis,
        inFlight,
        busyTicks,
        stealTicks,
        allTicks
      };
    }

    private Second plus(Second other) {
      long[] one = values();
      long[] two = other.values();
      return of(IntStream.range(0, COLUMNS).mapToLong(i -> one[i] + two[i]).toArray());
    }
  }

  /** Both series together, second by second, as long as the shorter one. */
  public StepSeries plus(StepSeries other) {
    int common = Math.min(seconds.size(), other.seconds.size());
    return new StepSeries(
        IntStream.range(0, common)
            .mapToObj(i -> seconds.get(i).plus(other.seconds.get(i)))
            .toList());
  }

  /** The existing seconds from the first number, included, to the second one, excluded. */
  public StepSeries part(int from, int to) {
    int end = Math.max(0, Math.min(to, seconds.size()));
    return new StepSeries(seconds.subList(Math.min(Math.max(0, from), end), end));
  }

  /** Sums of whole batches of this number of seconds; the rest of the series is left out. */
  List<Second> batches(int length) {
    List<Second> batches = new ArrayList<>();
    for (int end = length; end <= seconds.size(); end += length) {
      batches.add(seconds.subList(end - length, end).stream().reduce(Second::plus).orElseThrow());
    }
    return batches;
  }

  /** The series as text; the same series always gives the same text. */
  public String encode() {
    List<long[]> rows = seconds.stream().map(Second::values).toList();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(VERSION);
    write(bytes, COLUMNS);
    write(bytes, seconds.size());
    for (int column = 0; column < COLUMNS; column++) {
      long before = 0;
      for (long[] row : rows) {
        long difference = row[column] - before;
        write(bytes, (difference << 1) ^ (difference >> 63));
        before = row[column];
      }
    }
    return Base64.getEncoder().encodeToString(deflated(bytes.toByteArray()));
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

  private static void write(ByteArrayOutputStream bytes, long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes.write((int) (rest & 0x7F | 0x80));
      rest >>>= 7;
    }
    bytes.write((int) rest);
  }

  /**
   * The series that a text holds.
   *
   * @throws IllegalArgumentException when the text is not a series
   */
  public static StepSeries decode(String text) {
    ByteBuffer bytes = ByteBuffer.wrap(inflated(Base64.getDecoder().decode(text)));
    require(bytes.remaining() > 0 && bytes.get() == VERSION, "its version is unknown");
    require(read(bytes) == COLUMNS, "it has another number of columns");
    long count = read(bytes);
    require(count >= 0 && count <= MAX_SECONDS, "it is too long");
    long[][] rows = new long[(int) count][COLUMNS];
    for (int column = 0; column < COLUMNS; column++) {
      long before = 0;
      for (long[] row : rows) {
        long coded = read(bytes);
        before += (coded >>> 1) ^ -(coded & 1);
        require(before >= 0, "it has a negative value");
        row[column] = before;
      }
    }
    return new StepSeries(List.of(rows).stream().map(Second::of).toList());
  }

  private static byte[] inflated(byte[] bytes) {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(bytes);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] buffer = new byte[4096];
      while (!inflater.finished()) {
        int length = inflater.inflate(buffer);
        out.write(buffer, 0, length);
        require(length > 0 || inflater.finished(), "it is cut off");
        require(out.size() <= MAX_BYTES, "it is too long");
      }
      return out.toByteArray();
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("not a series: " + e.getMessage(), e);
    } finally {
      inflater.end();
    }
  }

  private static long read(ByteBuffer bytes) {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      require(bytes.hasRemaining(), "it is cut off");
      byte next = bytes.get();
      value |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("not a series: a number is too long");
  }

  private static void require(boolean met, String message) {
    if (!met) {
      throw new IllegalArgumentException("not a series: " + message);
    }
  }
}
