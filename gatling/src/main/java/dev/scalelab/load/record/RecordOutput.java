package dev.scalelab.load.record;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints records, and at the end copies of them if the first ones may be lost: a kubelet shows only
 * the newest part of a log, which it begins when the log has reached a limit (10 MiB by default).
 */
public final class RecordOutput {
  /** Less than any sensible limit. */
  private static final long MAX_BYTES_WITHOUT_COPIES = 1 << 20;

  private final PrintStream output;
  private final PrintedBytes printed;
  private final List<String> records = new ArrayList<>();

  /**
   * @param output for one line per record
   * @param printed everything that this process prints, on any output
   */
  public RecordOutput(PrintStream output, PrintedBytes printed) {
    this.output = output;
    this.printed = printed;
  }

  /** Prints a record. */
  void print(String record) {
    records.add(record);
    write(record);
  }

  /** Prints the run's last record, after copies of all others if the process has printed much. */
  void printLast(String record) {
    if (printed.sum() > MAX_BYTES_WITHOUT_COPIES) {
      records.forEach(this::write);
    }
    write(record);
  }

  private void write(String record) {
    output.println(record);
    output.flush();
  }
}
