package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.ConnectionPool;
import dev.scalelab.operator.measurement.WindowQueries.Figure;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * Figures of the servers' pools of JDBC connections in one window: each server has one for each
 * database.
 */
final class PoolFigures {
  private final List<Figure> inUse;
  private final List<Figure> sizes;
  private final List<Figure> waited;
  private final double requests;

  PoolFigures(WindowQueries window, Queries queries) {
    this.inUse = window.highest(queries.poolInUse());
    // Connections in use plus available ones.
    this.sizes = window.constantSum(queries.poolInUse(), queries.poolAvailable());
    this.waited = window.increases(queries.poolWaitMillis());
    this.requests =
        window.increases(queries.requests()).stream()
            .filter(figure -> figure.label("type").equals("http-listener"))
            .mapToDouble(Figure::value)
            .sum();
  }

  /** Over all pools: the one with most connections in use, and the wait for any. */
  ConnectionPool all() {
    return of(pool -> true);
  }

  /** For some of the pools. */
  ConnectionPool of(Predicate<Figure> pools) {
    return new ConnectionPool(
        Rounding.two(highest(inUse, pools)),
        Rounding.two(highest(sizes, pools)),
        Rounding.two(waitMillis(pools)));
  }

  private static OptionalDouble highest(List<Figure> figures, Predicate<Figure> pools) {
    return figures.stream().filter(pools).mapToDouble(Figure::value).max();
  }

  /** Mean wait over all HTTP requests, in milliseconds. */
  private OptionalDouble waitMillis(Predicate<Figure> pools) {
    List<Figure> ofPools = waited.stream().filter(pools).toList();
    return ofPools.isEmpty() || requests <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(ofPools.stream().mapToDouble(Figure::value).sum() / requests);
  }
}
