package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.AcknowledgedResult;
import dev.scalelab.operator.api.AuditResult;
import dev.scalelab.operator.api.Message;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunTotals;
import dev.scalelab.operator.api.TransactionCount;
import dev.scalelab.operator.workload.Ecperf;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The databases must contain every transaction that succeeded at the client, and none that was not
 * sent: one that failed at the client may or may not have reached them, and one that was shed was
 * never sent. What a database has lost that was made to fail is a result, and not a fault: also the
 * last update of a row that it has kept. Rows of transactions that were not sent, and broken rules
 * of the data, are faults all the same.
 *
 * @param totals what the client counted; may be null
 * @param audit what the databases hold; may be null
 * @param mayHaveLost whether they may have lost what was acknowledged
 */
record AuditRules(RunTotals totals, AuditResult audit, boolean mayHaveLost) {
  /** Portal's accepted orders without the update that follows their insertion. */
  private static final String NOT_UPDATED = "ordersNotExecuted";

  List<Invalid> check() {
    List<Invalid> found = new ArrayList<>();
    if (audit == null) {
      add(found, "the database was not audited after the run");
      return found;
    }
    if (audit.done().isEmpty()) {
      add(found, "the audit of the database reported no transaction");
    }
    audit.faults().stream()
        .filter(fault -> !mayHaveLost || !fault.name().equals(NOT_UPDATED))
        .forEach(
            fault ->
                add(
                    found,
                    "a rule of the data is broken by %s of the database: %s",
                    Message.count(fault.rows(), "row"),
                    fault.name()));
    if (!mayHaveLost) {
      nothingMissing(found);
    }
    if (totals != null) {
      audit.done().forEach(done -> counted(done, found));
      isReported(Ecperf.WORK_ORDER, 0, found);
      if (!mayHaveLost) {
        isReported(Ecperf.CANCEL_ORDER, 1, found);
        isReported(Ecperf.CANCEL_WORK_ORDER, 1, found);
      }
    }
    return found;
  }

  private void nothingMissing(List<Invalid> found) {
    if (audit.acknowledged() != null) {
      audit.acknowledged().stream()
          .filter(kind -> kind.missing() > 0)
          .forEach(
              kind ->
                  add(
                      found,
                      "%d of %d acknowledged %s transactions are not in the database",
                      kind.missing(),
                      kind.acknowledged(),
                      kind.name()));
    }
  }

  /**
   * Must be in the audit, if the client has completed as many: an audit of order entry alone, or
   * without cancellations, is not enough. An audit does not report cancellations if it finds none.
   */
  private void isReported(String name, int from, List<Invalid> found) {
    if (totals.transactions().stream()
            .anyMatch(sent -> sent.name().equals(name) && sent.ok() >= from)
        && audit.done().stream().noneMatch(done -> done.name().equals(name))) {
      add(found, "the audit of the database did not report %s", name);
    }
  }

  /**
   * How many of a kind are missing is known if each has a number; if not, any number of those that
   * the client counted may be.
   */
  private void counted(AuditResult.RowCount done, List<Invalid> found) {
    TransactionCount client = count(done.name());
    long missing = mayHaveLost ? missing(done.name()).orElse(0L) : 0;
    long min = mayHaveLost && missing(done.name()).isEmpty() ? 0 : client.ok() - missing;
    long max = client.maxDone() + (done.name().equals(Ecperf.NEW_ORDER) ? leftOrders() : 0);
    if (done.rows() < min || done.rows() > max - missing) {
      add(
          found,
          "the database holds the results of %d %s transactions, but the client counted %d"
              + " completed and %d sent and failed%s",
          done.rows(),
          done.name(),
          client.ok(),
          max - client.ok(),
          missing == 0 ? "" : ", of which %d are missing".formatted(missing));
    }
  }

  private Optional<Long> missing(String name) {
    return audit.acknowledged() == null
        ? Optional.empty()
        : audit.acknowledged().stream()
            .filter(kind -> kind.name().equals(name))
            .map(AcknowledgedResult::missing)
            .findFirst();
  }

  /**
   * Orders that were placed to be cancelled, and may have been left because that failed, or because
   * a database lost that.
   */
  private long leftOrders() {
    TransactionCount cancelled = count(Ecperf.CANCEL_ORDER);
    return cancelled.maxDone() - (mayHaveLost ? 0 : cancelled.ok());
  }

  private TransactionCount count(String name) {
    return totals.transactions().stream()
        .filter(count -> count.name().equals(name))
        .findFirst()
        .orElse(new TransactionCount(name, 0L, 0L, 0L));
  }

  private static void add(List<Invalid> found, String format, Object... values) {
    found.add(Invalid.of(Reason.AUDIT_FAILED, format, values));
  }
}
