package dev.scalelab.benchmark.start;

import dev.scalelab.benchmark.cells.infrastructure.CellsTool;
import dev.scalelab.benchmark.dataset.TransactionLogTool;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Map;

/**
 * Prepares the start of a server: the start script then continues as the server.
 *
 * <p>Exit code 0 when the server can start, 2 with the reason for an invalid setting, 1 with the
 * reason otherwise.
 */
public final class Start {

  private static final int READY = 0;
  private static final int FAILED = 1;
  private static final int INVALID = 2;

  private Start() {}

  /** Prepares it with the settings of the environment, and ends the process. */
  public static void main(String[] args) {
    System.exit(run(System.getenv(), System.err));
  }

  static int run(Map<String, String> settings, PrintStream err) {
    try {
      Launch launch = Launch.of(settings);
      checkTable(launch);
      new ServerFiles(launch).write();
      // The server itself starts without it, and does not try again.
      return launch.several()
          ? TransactionLogTool.waitForLog(launch.environment().values(), err)
          : READY;
    } catch (BadStartException e) {
      err.println(e.getMessage());
      return INVALID;
    } catch (IOException e) {
      err.println("the server's files could not be written: " + e);
      return FAILED;
    }
  }

  private static void checkTable(Launch launch) {
    if (launch.workload() == Workload.CELLS && launch.has(Setting.CELLS_TABLE)) {
      CellsTool.refusal(launch.environment().get(Setting.CELLS_TABLE))
          .ifPresent(
              refusal -> {
                throw new BadStartException(refusal);
              });
    }
  }
}
