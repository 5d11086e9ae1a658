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
        reset  load, then replaces the working database by a copy of the template, and clears the
               caches of the Infinispan servers, if any
        audit  counts what was done since the reset, and checks the data for faults
      Settings are environment variables: DB_HOST, DB_PORT (5432), DB_USER, DB_PASSWORD, DB_NAME,
      DB_TEMPLATE, DB_MAINTENANCE (postgres), WORKLOAD (ecperf), SCALE (10),
      DATASET_TIMEOUT_SECONDS (120). For a domain of ecperf in a separate database:
      DB_<DOMAIN>_HOST etc. INFINISPAN_HOST, INFINISPAN_PORT (11222): the Infinispan servers, none by
      default; with them WORKLOAD may be cart, which has no database.\
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
      out.println(execute(args[0], environment, err));
      return 0;
    } catch (BadSettingException e) {
      err.println(e.getMessage());
      return 2;
    } catch (SQLException | DatasetException e) {
      err.println("dataset " + args[0] + " failed: " + e.getMessage());
      return 1;
    }
  }

  private static String execute(String command, Map<String, String> environment, PrintStream err)
      throws SQLException {
    if (RemoteState.isAll(environment)) {
      return RemoteState.of(environment, err).reset(command);
    }
    Dataset dataset = new Dataset(Settings.of(environment), err);
    return switch (command) {
      case "load" -> dataset.load();
      case "reset" -> {
        String record = dataset.reset();
        RemoteState.of(environment, err).clear();
        yield record;
      }
      case "audit" -> dataset.audit();
      default -> throw new BadSettingException("unknown command " + command + "\n" + USAGE);
    };
  }
}
