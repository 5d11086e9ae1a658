package dev.scalelab.benchmark.dataset;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * The state of the databases after a run: the number of transactions done, other counts, and faults
 * in the data.
 *
 * <p>Data on which two domains must agree is checked like double-entry bookkeeping: each domain
 * counts one side, so that each account's sum must be zero.
 */
final class Audit {

  private static final int ROWS_AT_A_TIME = 10_000;

  // Several databases cannot be read at the same moment: data in transit between them arrives a
  // little later.
  private static final int ATTEMPTS = 4;

  // Also longer than the pause before a message is redelivered: see server.cli.
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final Duration LONGEST_UNREST = Duration.ofSeconds(30);

  // Data that was due when the audit began, and has not arrived by then, is a fault.
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final Settings settings;
  private final Map<Database, Server> servers;

  Audit(Settings settings, Map<Database, Server> servers) {
    this.settings = settings;
    this.servers = servers;
  }

  /** Counts, and returns the tool's record. */
  String take() throws SQLException {
    for (Map.Entry<Database, Server> each : servers.entrySet()) {
      new WorkingDatabase(each.getKey(), each.getValue()).admit();
    }
    if (settings.workload().goesOn()) {
      return atRest().record();
    }
    Deadline wait = new Deadline(atMostHalfTheTimeout(LONGEST_WAIT));
    Findings findings = count(Duration.ZERO);
    for (int done = 1; isOnItsWay(findings, done) && !wait.isOver(); done++) {
      LockSupport.parkNanos(PAUSE_NANOS);
      findings = count(wait.elapsed());
    }
    return findings.record();
  }

  /** The wanted duration, but at most half of the timeout, so that there is always a record. */
  private Duration atMostHalfTheTimeout(Duration wanted) {
    Duration half = settings.timeout().dividedBy(2);
    return half.compareTo(wanted) < 0 ? half : wanted;
  }

  private boolean isOnItsWay(Findings findings, int done) {
    return findings.areAwaited()
        || (done < ATTEMPTS && servers.size() > 1 && !findings.isBalanced());
  }

  /**
   * Counts until nothing changes, and nothing is awaited: accepted orders and their changes may
   * still wait in the servers' queues.
   */
  private Findings atRest() throws SQLException {
    Deadline unrest = new Deadline(atMostHalfTheTimeout(LONGEST_UNREST));
    String before;
    Findings now = count(Duration.ZERO);
    do {
      before = now.record();
      LockSupport.parkNanos(PAUSE_NANOS);
      now = count(unrest.elapsed());
    } while ((now.areAwaited() || !now.record().equals(before)) && !unrest.isOver());
    return now;
  }

  /**
   * @param waited time since the first count
   */
  private Findings count(Duration waited) throws SQLException {
    Findings findings = new Findings();
    for (Map.Entry<Database, Server> each : servers.entrySet()) {
      count(each.getKey(), each.getValue(), waited, findings);
    }
    return findings;
  }

  private void count(Database database, Server server, Duration waited, Findings findings)
      throws SQLException {
    try (Connection connection = server.connect(database.name());
        Statement statement = connection.createStatement()) {
      requireData(connection, database);
      // All counts of one database are of the same moment.
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      // A run may have stored a million orders.
      statement.setFetchSize(ROWS_AT_A_TIME);
      statement.execute(
          "SET LOCAL scalelab.waited = '%d milliseconds'".formatted(waited.toMillis()));
      for (String sql : settings.workload().texts(Workload.Script.AUDIT, database.domains())) {
        ResultSet row = statement.executeQuery(sql);
        row.next();
        findings.addColumns(row);
      }
      for (String sql : settings.workload().texts(Workload.Script.BALANCES, database.domains())) {
        findings.addAmounts(statement.executeQuery(sql));
      }
      for (String sql : settings.workload().texts(Workload.Script.NUMBERS, database.domains())) {
        findings.addNumbers(statement.executeQuery(sql));
      }
    }
  }

  private void requireData(Connection connection, Database database) throws SQLException {
    String version =
        Template.contents(connection).map(Template.Contents::schemaVersion).orElse(null);
    if (!settings.workload().schemaVersion(database).equals(version)) {
      throw new DatasetException(
          "database \"%s\" holds %s: run reset first"
              .formatted(database.name(), version == null ? "no dataset" : "other data"));
    }
  }

  /** The findings of all databases together. */
  private static final class Findings {

    private final Map<String, Long> columns = new LinkedHashMap<>();
    private final Map<String, Map<String, Long>> balances = new LinkedHashMap<>();
    private final ClientNumbers numbers = new ClientNumbers();

    void addColumns(ResultSet row) throws SQLException {
      ResultSetMetaData labels = row.getMetaData();
      for (int i = 1; i <= labels.getColumnCount(); i++) {
        long number = row.getLong(i);
        if (!row.wasNull()) {
          columns.merge(labels.getColumnLabel(i), number, Long::sum);
        }
      }
    }

    void addAmounts(ResultSet rows) throws SQLException {
      while (rows.next()) {
        Map<String, Long> accounts =
            balances.computeIfAbsent(rows.getString(1), name -> new LinkedHashMap<>());
        long amount = rows.getLong(3);
        if (amount != 0) {
          accounts.merge(rows.getString(2), amount, (a, b) -> a + b == 0 ? null : (Long) (a + b));
        }
      }
    }

    void addNumbers(ResultSet rows) throws SQLException {
      while (rows.next()) {
        numbers.add(rows.getString(1), rows.getObject(2, UUID.class));
      }
    }

    /** Whether more data is expected a little later. */
    boolean areAwaited() {
      return columns("awaited.").values().stream().anyMatch(count -> count > 0);
    }

    boolean isBalanced() {
      return balances.values().stream().allMatch(Map::isEmpty);
    }

    /** Number of accounts of each balance that are not zero. */
    private Map<String, Long> unbalanced() {
      Map<String, Long> all = new LinkedHashMap<>();
      balances.forEach((name, accounts) -> all.put(name, (long) accounts.size()));
      return all;
    }

    String record() {
      Map<String, Long> faults = columns("faults.");
      faults.putAll(unbalanced());
      return "{\"record\":\"audit\",\"done\":%s,\"faults\":%s,\"counts\":%s,\"numbers\":%s,\"consistent\":%b}"
          .formatted(
              json(columns("done.")),
              json(faults),
              json(columns("counts.")),
              numbers.json(),
              faults.values().stream().allMatch(count -> count == 0));
    }

    private Map<String, Long> columns(String prefix) {
      Map<String, Long> found = new LinkedHashMap<>();
      columns.forEach(
          (label, count) -> {
            if (label.startsWith(prefix)) {
              found.put(label.substring(prefix.length()), count);
            }
          });
      return found;
    }

    private static String json(Map<String, Long> counts) {
      return counts.entrySet().stream()
          .map(count -> "\"%s\":%d".formatted(count.getKey(), count.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    }
  }
}
