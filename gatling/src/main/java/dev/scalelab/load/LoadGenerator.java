package dev.scalelab.load;

import dev.scalelab.load.record.PrintedBytes;
import dev.scalelab.load.record.RecordOutput;
import dev.scalelab.load.rendezvous.NotTogetherException;
import dev.scalelab.load.settings.InvalidSettingsException;
import dev.scalelab.load.settings.Settings;
import dev.scalelab.load.settings.SettingsReader;
import dev.scalelab.load.settings.SettingsTable;
import java.io.PrintStream;

/** Entry point: reads the settings, performs one run, and returns the outcome as exit code. */
public final class LoadGenerator {
  private static final int COMPLETED = 0;
  private static final int FAILED = 1;
  private static final int BAD_SETTINGS = 2;

  /** Not 3, which is Java's exit code for an exhausted heap. */
  private static final int NOT_TOGETHER = 4;

  private LoadGenerator() {}

  /**
   * Performs a run with the settings in the environment, or prints the settings for {@code --help}.
   * Standard output contains only records; everything else goes to standard error.
   */
  public static void main(String[] arguments) {
    PrintedBytes printed = new PrintedBytes();
    PrintStream records = printed.count(System.out);
    System.setErr(printed.count(System.err));
    // Gatling prints a greeting on standard output, and own transactions may print anything.
    System.setOut(System.err);
    System.exit(run(arguments, records, printed));
  }

  private static int run(String[] arguments, PrintStream records, PrintedBytes printed) {
    if (arguments.length > 0) {
      boolean help = arguments.length == 1 && "--help".equals(arguments[0]);
      records.printf("The load generator takes its settings from environment variables:%n%n");
      records.print(SettingsTable.text());
      return help ? COMPLETED : BAD_SETTINGS;
    }
    try {
      Settings settings = SettingsReader.read(System.getenv());
      new Run(settings, new RecordOutput(records, printed), System.err).perform();
      return COMPLETED;
    } catch (InvalidSettingsException e) {
      System.err.println("Bad settings:");
      e.violations().forEach(violation -> System.err.println("  " + violation));
      System.err.println("All settings with their rules: --help");
      return BAD_SETTINGS;
    } catch (NotTogetherException e) {
      System.err.println("The generators did not start together: " + e.getMessage());
      return NOT_TOGETHER;
    } catch (Throwable e) {
      // Errors too: without the main thread, the engine's threads would keep the process alive.
      System.err.println("The run failed: " + e);
      e.printStackTrace();
      return FAILED;
    }
  }
}
