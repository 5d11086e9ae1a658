package dev.scalelab.benchmark.dataset;

import java.io.PrintStream;
import java.sql.SQLException;
import java.util.Map;

/**
 * Command line of the dataset tool: {@code load}, {@code reset} or {@code audit}.
 *
 * <p>Prints one JSON record on standard output; everything else goes to standard error. Exit code 0
 * when done, 2 for bad settings, 1 for any other failure.
 */
public final class DatasetTool {

  private static final String USAGE =
      """
      usage: dataset load|reset|audit
        load   fills the template database, unless it holds the requested data already
        reset  load, then replaces the working database by a copy of the template
        audit  counts what was done since the reset, and checks the data for faults
      Settings are environment variables: DB_HOST, DB_PORT (5432), DB_USER, DB_PASSWORD, DB_NAME,
      DB_TEMPLATE, DB_MAINTENANCE (postgres), WORKLOAD (ecperf), SCALE (10),
      DATASET_TIMEOUT_SECONDS (120). For a domain of ecperf in a separate database:
      DB_<DOMAIN>_HOST etc.\
      """;

  private DatasetTool() {}

  /** Runs the tool and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(run(args, System.getenv(), System.out, System.err));
  }

  /** Runs the tool on the given settings, and returns its exit code. */
  static int run(String[] args, Map<String, String> environment, PrintStream out, PrintStream err) {
    if (args.length != 1) {
      err.println(USAGE);
      return 2;
    }
    try {
      String record = execute(args[0], Settings.of(environment), err);
      out.println(record);
      return 0;
    } catch (BadSettingException e) {
      err.println(e.getMessage());
      return 2;
    } catch (SQLException | DatasetException e) {
      err.println("dataset " + args[0] + " failed: " + e.getMessage());
      return 1;
    }
  }

  private static String execute(String command, Settings settings, PrintStream err)
      throws SQLException {
    Dataset dataset = new Dataset(settings, err);
    return switch (command) {
      case "load" -> dataset.load();
      case "reset" -> dataset.reset();
      case "audit" -> dataset.audit();
      default -> throw new BadSettingException("unknown command " + command + "\n" + USAGE);
    };
  }
}
