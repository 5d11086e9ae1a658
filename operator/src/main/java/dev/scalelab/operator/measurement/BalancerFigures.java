package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.BalancerEvidence;
import dev.scalelab.operator.api.PodRate;
import dev.scalelab.operator.api.ResponseRate;
import dev.scalelab.operator.measurement.WindowQueries.Figure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/** What the balancer reports in one window; without one, how the load is spread over servers. */
final class BalancerFigures {
  private static final int MAX_PODS = 100;

  /** A response of another class is a server's; of these, the balancer itself may give some. */
  private static final Set<String> MAYBE_OWN = Set.of("4xx", "5xx", "other");

  private final WindowQueries window;
  private final Queries queries;

  private final boolean exists;

  /**
   * @param exists whether there is a balancer
   */
  BalancerFigures(WindowQueries window, Queries queries, boolean exists) {
    this.window = window;
    this.queries = queries;
    this.exists = exists;
  }

  BalancerEvidence all() {
    return new BalancerEvidence(
        Rounding.two(rate(queries.balancerRequests())),
        Rounding.two(queue()),
        responses(),
        servers(),
        pods());
  }

  private OptionalDouble rate(String selector) {
    List<Figure> figures = window.increases(selector);
    return figures.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(figures.stream().mapToDouble(Figure::value).sum() / window.seconds());
  }

  /** Requests wait for any server or, if they belong to a session, for its server. */
  private OptionalDouble queue() {
    OptionalDouble any = window.highestSum(queries.backendQueue());
    OptionalDouble own = window.highestSum(queries.serverQueue());
    return any.isEmpty() && own.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(any.orElse(0) + own.orElse(0));
  }

  /** Null without samples. */
  private List<ResponseRate> responses() {
    Map<String, Double> all = rates(queries.balancerResponses(), "code");
    if (all.isEmpty()) {
      return null;
    }
    Map<String, Double> ofServers = rates(queries.serverResponses(), "code");
    List<ResponseRate> responses = new ArrayList<>();
    all.forEach(
        (status, rate) -> {
          double rounded = Rounding.two(rate.doubleValue());
          // Not of 2xx: the two counters count it at different times, and would seem to differ.
          Double own =
              MAYBE_OWN.contains(status)
                  ? (Double) Rounding.two(Math.max(0, rate - ofServers.getOrDefault(status, 0.0)))
                  : null;
          if (rounded > 0) {
            responses.add(new ResponseRate(status, rounded, own));
          }
        });
    return responses;
  }

  /**
   * Servers in the balancer's rotation: an overloaded one may fail its health checks and recover.
   * The fewest of each partition at any time, together.
   */
  private Integer servers() {
    Map<String, Double> fewest = new HashMap<>();
    window
        .lowest(queries.balancerServers())
        .forEach(one -> fewest.merge(one.label("proxy"), one.value(), Math::min));
    return fewest.isEmpty()
        ? null
        : (Integer) (int) fewest.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private List<PodRate> pods() {
    List<PodRate> pods = new ArrayList<>();
    Map<String, Double> rates =
        exists ? rates(queries.serverResponses(), "server") : rates(queries.requests(), "pod");
    Map<String, Double> weights = weights();
    rates.forEach(
        (pod, rate) ->
            pods.add(new PodRate(pod, Rounding.two(rate.doubleValue()), weights.get(pod))));
    return pods.subList(0, Math.min(MAX_PODS, pods.size()));
  }

  /** The mean weight of each server. */
  private Map<String, Double> weights() {
    Map<String, Double> weights = new TreeMap<>();
    if (exists) {
      for (Figure weight : window.means(queries.serverWeights(), "server")) {
        weights.put(weight.label("server"), Rounding.two(weight.value()));
      }
    }
    return weights;
  }

  /** Growth per second by the values of a label, in their order. */
  private Map<String, Double> rates(String selector, String label) {
    Map<String, Double> rates = new TreeMap<>();
    for (Figure growth : window.increases(selector)) {
      if (growth.label("type").equals("servlet")) {
        continue; // the server's listener has counted it
      }
      rates.merge(growth.label(label), growth.value() / window.seconds(), Double::sum);
    }
    return rates;
  }
}
