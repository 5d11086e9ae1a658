package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.QueueResult;
import dev.scalelab.operator.measurement.WindowQueries.Figure;
import java.util.List;
import java.util.Map;

/** What the servers' message brokers report of a stream of transactions in one window. */
final class QueueFigures {
  private QueueFigures() {}

  /**
   * The queues of all servers together; null unless all servers report theirs.
   *
   * <p>Brokers do not count orders executed: they are calculated as the orders added minus the
   * growth of the backlog, which includes the changes of orders. So a transaction that was moved to
   * the dead letter queue after too many failed deliveries counts as taken, too; the audit after
   * the run detects that it is missing.
   */
  static QueueResult of(WindowQueries window, Queries queries, int replicas) {
    List<Figure> added = window.increases(queries.queueAdded());
    Map<String, Double> begin = Figure.byPod(window.atBegin(queries.queueCount()));
    Map<String, Double> end = Figure.byPod(window.atEnd(queries.queueCount()));
    if (Math.min(added.size(), Math.min(begin.size(), end.size())) < replicas) {
      return null;
    }
    double left = sum(end);
    double growth = left - sum(begin);
    // The two figures of a scrape are read one after the other.
    double taken = Math.max(0, sum(added) - growth);
    return new QueueResult(
        Rounding.two(taken / window.seconds()),
        Math.round(left),
        Math.round(growth),
        executionMillis(window.increases(queries.orders()), replicas));
  }

  /** Null if no order was executed in the window, or not all servers report theirs. */
  private static Double executionMillis(List<Figure> orders, int replicas) {
    List<Figure> executed = ofFigure(orders, "executed");
    List<Figure> millis = ofFigure(orders, "millis");
    return Math.min(executed.size(), millis.size()) < replicas || sum(executed) < 1
        ? null
        : (Double) Rounding.two(sum(millis) / sum(executed));
  }

  private static List<Figure> ofFigure(List<Figure> orders, String figure) {
    return orders.stream().filter(one -> one.label("figure").equals(figure)).toList();
  }

  private static double sum(Map<String, Double> byPod) {
    return byPod.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private static double sum(List<Figure> figures) {
    return figures.stream().mapToDouble(Figure::value).sum();
  }
}
