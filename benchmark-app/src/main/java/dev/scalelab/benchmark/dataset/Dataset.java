package dev.scalelab.benchmark.dataset;

import java.io.PrintStream;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A workload's data, in one database or several; what is done with them gives the tool's record.
 */
final class Dataset {

  private final Settings settings;
  private final Deadline deadline;
  private final Map<Database, Server> servers = new LinkedHashMap<>();

  Dataset(Settings settings, PrintStream progress) {
    this.settings = settings;
    this.deadline = new Deadline(settings.timeout());
    settings
        .databases()
        .forEach(database -> servers.put(database, new Server(database, deadline, progress)));
  }

  /** Fills the templates, unless they hold the asked-for data already. */
  String load() throws SQLException {
    boolean filled = fillTemplates();
    return "{\"record\":\"load\",\"scale\":%d,\"schemaVersion\":\"%s\",\"filled\":%b,\"millis\":%d}"
        .formatted(
            settings.scale(),
            settings.workload().schemaVersion(settings.workload().domains()),
            filled,
            deadline.elapsed().toMillis());
  }

  /** Replaces the working databases by copies of their templates. */
  String reset() throws SQLException {
    boolean filled = fillTemplates();
    if (servers.size() > 1) {
      // The first domain's server is where the application servers look for it.
      Map.Entry<Database, Server> first = servers.entrySet().iterator().next();
      new TransactionLog(first.getKey(), first.getValue()).ensureThere();
    }
    for (Map.Entry<Database, Server> each : servers.entrySet()) {
      new WorkingDatabase(each.getKey(), each.getValue()).reset();
    }
    return "{\"record\":\"reset\",\"scale\":%d,\"templateFilled\":%b,\"millis\":%d}"
        .formatted(settings.scale(), filled, deadline.elapsed().toMillis());
  }

  /** Counts what was done since the reset by each transaction, and the faults in the data. */
  String audit() throws SQLException {
    return new Audit(settings, servers).take();
  }

  private boolean fillTemplates() throws SQLException {
    boolean filled = false;
    for (Map.Entry<Database, Server> each : servers.entrySet()) {
      filled |= new Template(settings, each.getKey(), each.getValue()).ensureLoaded();
    }
    return filled;
  }
}
