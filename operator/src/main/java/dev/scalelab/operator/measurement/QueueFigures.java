package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.QueueResult;
import dev.scalelab.operator.measurement.WindowQueries.Figure;
import java.util.List;

/** What the servers' message brokers tell of a stream of transactions in one window. */
final class QueueFigures {
  private QueueFigures() {}

  /**
   * The queues of all servers together; null unless as many servers tell theirs as there are.
   *
   * <p>Brokers do not count what is taken: it is what was put in, less what became of the backlog.
   * A transaction that was delivered in vain so often that it was set aside is thereby taken, too;
   * the audit after the run misses it.
   */
  static QueueResult of(WindowQueries window, Queries queries, int replicas) {
    List<Figure> added = window.increases(queries.queueAdded());
    List<Figure> begin = window.atBegin(queries.queueCount());
    List<Figure> end = window.atEnd(queries.queueCount());
    if (Math.min(added.size(), Math.min(begin.size(), end.size())) < replicas) {
      return null;
    }
    double growth = sum(end) - sum(begin);
    // Of one scrape the two figures are read one after the other.
    double taken = Math.max(0, sum(added) - growth);
    return new QueueResult(
        Rounding.two(taken / window.seconds()), Math.round(sum(end)), Math.round(growth));
  }

  private static double sum(List<Figure> figures) {
    return figures.stream().mapToDouble(Figure::value).sum();
  }
}
