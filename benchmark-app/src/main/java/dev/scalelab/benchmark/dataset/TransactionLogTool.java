package dev.scalelab.benchmark.dataset;

import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Waits until an application server's transaction log is available: a server that starts without it
 * has no transactions, and does not try again.
 *
 * <p>Exit code 0 when it is available, 1 with the reason when it was not in time, 2 for an invalid
 * setting.
 */
public final class TransactionLogTool {

  // No such database, and too many connections: those of the previous server may still be counted.
  private static final Set<String> PASSING = Set.of("3D000", "53300");
  private static final Duration WAIT = Duration.ofSeconds(60);

  private TransactionLogTool() {}

  /** Waits with the settings as completed by the server's start, and returns the exit code. */
  public static int waitForLog(Map<String, String> environment, PrintStream err) {
    return run(WAIT, environment, err);
  }

  /** Waits up to this duration, and returns the exit code. */
  static int run(Duration wait, Map<String, String> environment, PrintStream err) {
    try {
      Database log = log(environment);
      await(log, new Server(log, new Deadline(wait), err));
      return 0;
    } catch (BadSettingException e) {
      err.println(e.getMessage());
      return 2;
    } catch (SQLException | DatasetException e) {
      err.println("no transaction log: " + e.getMessage());
      return 1;
    }
  }

  private static Database log(Map<String, String> environment) {
    return new Database(
        environment.get("DB_CUSTOMER_HOST"),
        Settings.port(environment, "DB_CUSTOMER_PORT"),
        environment.get("DB_CUSTOMER_USER"),
        environment.get("DB_CUSTOMER_PASSWORD"),
        environment.get("TRANSACTION_LOG_NAME"),
        "",
        "",
        Database.UNLIMITED,
        List.of(),
        Database.Part.WHOLE);
  }

  private static void await(Database log, Server server) throws SQLException {
    boolean told = false;
    while (true) {
      try {
        server.connect(log.name()).close();
        return;
      } catch (DatasetException e) {
        if (!(e.getCause() instanceof SQLException cause)
            || !PASSING.contains(cause.getSQLState())) {
          throw e;
        }
        if (!told) {
          server.say("waiting for database " + log.address() + "; dataset reset creates it");
          told = true;
        }
        server.pauseOrGiveUp(e.getMessage() + ": dataset reset creates it", cause);
      }
    }
  }
}
