package dev.scalelab.benchmark.dataset;

import java.io.PrintStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A workload's data, in one database or several; each operation returns the tool's record. */
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

  /** Fills the templates, unless they hold the requested data already. */
  String load() throws SQLException {
    boolean filled = fillTemplates();
    return "{\"record\":\"load\",\"scale\":%d,\"schemaVersion\":\"%s\",\"filled\":%b,\"millis\":%d}"
        .formatted(
            settings.scale(),
            settings.workload().schemaVersion(),
            filled,
            deadline.elapsed().toMillis());
  }

  /** Replaces the working databases by copies of their templates. */
  String reset() throws SQLException {
    boolean filled = fillTemplates();
    Map.Entry<Database, Server> first = servers.entrySet().iterator().next();
    if (!first.getKey().domains().equals(settings.workload().domains())) {
      // Transactions span databases. The application servers expect it on the first domain's
      // server.
      new TransactionLog(first.getKey(), first.getValue()).ensureThere();
    }
    onEach(
        (database, server) -> {
          new WorkingDatabase(database, server).reset();
          return true;
        });
    return "{\"record\":\"reset\",\"scale\":%d,\"templateFilled\":%b,\"millis\":%d}"
        .formatted(settings.scale(), filled, deadline.elapsed().toMillis());
  }

  /** Counts what was done since the reset by each transaction, and the faults in the data. */
  String audit() throws SQLException {
    return new Audit(settings, servers).take();
  }

  private boolean fillTemplates() throws SQLException {
    return onEach((database, server) -> new Template(settings, database, server).ensureLoaded());
  }

  /** An operation on one of the databases; returns whether it changed anything. */
  private interface Work {
    boolean on(Database database, Server server) throws SQLException;
  }

  /** Runs the operation on all databases in parallel. Returns whether any was changed. */
  private boolean onEach(Work work) throws SQLException {
    List<Callable<Boolean>> works = new ArrayList<>();
    servers.forEach((database, server) -> works.add(() -> work.on(database, server)));
    ExecutorService threads = Executors.newFixedThreadPool(works.size());
    try {
      boolean any = false;
      for (Future<Boolean> each : threads.invokeAll(works)) {
        any |= each.get();
      }
      return any;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SQLException cause) {
        throw cause;
      }
      if (e.getCause() instanceof DatasetException reason) {
        throw reason;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      throw new DatasetException("interrupted", e);
    } finally {
      threads.shutdown();
    }
  }
}
