package dev.scalelab.benchmark.cells.infrastructure;

import dev.scalelab.benchmark.cells.domain.BadTableException;
import dev.scalelab.benchmark.cells.domain.Call;
import dev.scalelab.benchmark.cells.domain.RandomNumbers;
import dev.scalelab.benchmark.cells.domain.TableReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The command line: checks a table before a server starts, and measures the duration of a
 * repetition.
 */
public final class CellsTool {

  private static final int REPETITIONS = 200_000;
  private static final int ROUNDS = 11;

  private CellsTool() {}

  /**
   * {@code check FILE} or {@code calibrate}; exit code 2 for a bad table, and for other arguments.
   */
  public static void main(String... arguments) {
    if (arguments.length == 2 && arguments[0].equals("check")) {
      refusal(arguments[1]).ifPresent(CellsTool::refuse);
    } else if (arguments.length == 1 && arguments[0].equals("calibrate")) {
      System.out.printf(
          Locale.ROOT,
          "one repetition (%d numbers) takes %.2f microseconds of CPU time%n",
          Call.NUMBERS_PER_REPETITION,
          medianMicros());
    } else {
      refuse("usage: check FILE | calibrate");
    }
  }

  /** What is wrong with the table in this file, if anything. */
  public static Optional<String> refusal(String path) {
    try {
      TableReader.read(TableFile.at(path));
      return Optional.empty();
    } catch (BadTableException e) {
      return Optional.of("CELLS_TABLE " + path + ", " + e.getMessage());
    } catch (IOException e) {
      return Optional.of("CELLS_TABLE " + path + " cannot be read: " + e);
    }
  }

  private static void refuse(String message) {
    System.err.println(message);
    System.exit(2);
  }

  /**
   * The median of several rounds, because the first is slow; CPU time, because the machine may be
   * busy.
   */
  private static double medianMicros() {
    ThreadMXBean thread = ManagementFactory.getThreadMXBean();
    RandomNumbers numbers = new RandomNumbers(1);
    return IntStream.range(0, ROUNDS)
        .mapToDouble(
            round -> {
              long start = thread.getCurrentThreadCpuTime();
              numbers.draw((long) REPETITIONS * Call.NUMBERS_PER_REPETITION);
              return (thread.getCurrentThreadCpuTime() - start) / 1000.0 / REPETITIONS;
            })
        .sorted()
        .skip(ROUNDS / 2)
        .findFirst()
        .orElseThrow();
  }
}
