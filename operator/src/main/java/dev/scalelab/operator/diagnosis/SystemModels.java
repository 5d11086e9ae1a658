package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.api.ModelReason;
import dev.scalelab.operator.api.QueueingModel;
import dev.scalelab.operator.api.ServiceDemand;
import dev.scalelab.operator.api.SlotDemand;
import dev.scalelab.operator.api.SystemModel;
import dev.scalelab.operator.api.SystemModelBuilder;
import dev.scalelab.operator.measurement.Rounding;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.platform.Tier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The queueing model of each system, from those of its trials. Copying state costs servers CPU, and
 * more of it the more of them there are, so the largest number of servers gives the demands.
 */
public final class SystemModels {
  /** Those that a status has room for. */
  private static final int MAX = 20;

  private SystemModels() {}

  /**
   * The models of the first systems.
   *
   * @param measured the measured configurations, in the order of the plan
   */
  public static List<SystemModel> of(List<Measured> measured) {
    Map<String, List<Measured>> systems = new LinkedHashMap<>();
    measured.stream()
        .filter(one -> one.result().model() != null)
        .filter(one -> Names.isStudied(one.configuration().variant()))
        .forEach(
            one ->
                systems
                    .computeIfAbsent(one.configuration().system(), none -> new ArrayList<>())
                    .add(one));
    return systems.entrySet().stream()
        .limit(MAX)
        .map(system -> model(system.getKey(), system.getValue()))
        .toList();
  }

  private static SystemModel model(String system, List<Measured> trials) {
    List<Measured> fitted =
        trials.stream().filter(one -> one.result().model().demands() != null).toList();
    if (fitted.isEmpty()) {
      ModelReason reason = trials.get(trials.size() - 1).result().model().reason();
      return SystemModelBuilder.builder()
          .system(system)
          .reason(reason)
          .message("%s: no queueing model, %s".formatted(system, why(reason)))
          .build();
    }
    Measured last = fitted.get(fitted.size() - 1);
    QueueingModel model = last.result().model();
    List<QueueingModel> models = fitted.stream().map(one -> one.result().model()).toList();
    Double throughput =
        largest(
            Stream.concat(
                models.stream().map(QueueingModel::throughputErrorPercent),
                fitted.stream().map(one -> leftOut(one, last))));
    Double response = largest(models.stream().map(QueueingModel::responseErrorPercent));
    ModelReason reason = reason(models, throughput, response);
    return SystemModelBuilder.builder()
        .system(system)
        .replicas(last.configuration().replicas())
        .demands(model.demands())
        .slots(model.slots())
        .delayMillis(model.delayMillis())
        .requestsEach(model.requestsEach())
        .ordersEach(model.ordersEach())
        .percentiles(model.percentiles())
        .throughputErrorPercent(throughput)
        .responseErrorPercent(response)
        .reason(reason)
        .message(message(system, model, throughput, response, reason))
        .build();
  }

  /**
   * Error of the peak of one number of servers as the demands with another one predict it, in
   * percent; null for what shows nothing. A single server copies no state, so that its demand is
   * another one.
   */
  private static Double leftOut(Measured one, Measured last) {
    int servers = one.configuration().replicas();
    boolean reached = Boolean.TRUE.equals(one.result().peakReached());
    if (one == last || servers < 2 || !reached || one.result().peakPerSecond() == null) {
      return null;
    }
    double bound = Double.POSITIVE_INFINITY;
    for (ServiceDemand demand : last.result().model().demands()) {
      int pods = isOfServers(demand) ? servers : 1;
      bound = Math.min(bound, 1000 * pods * demand.cores() / demand.millis().value());
    }
    List<SlotDemand> slots = last.result().model().slots();
    for (SlotDemand held : slots == null ? List.<SlotDemand>of() : slots) {
      bound = Math.min(bound, servers * held.boundPerSecond());
    }
    return Rounding.two(100 * (bound / one.result().peakPerSecond().mean() - 1));
  }

  /** Whether each server has this demand's CPU: there is more of it with more servers. */
  static boolean isOfServers(ServiceDemand demand) {
    return demand.tier().equals(Tier.APPLICATION.label());
  }

  /** One number of servers that it describes wrongly is enough. */
  private static ModelReason reason(
      List<QueueingModel> models, Double throughput, Double response) {
    if (throughput == null) {
      return ModelReason.NOT_TESTED;
    }
    return models.stream().anyMatch(one -> one.reason() == ModelReason.MISFIT)
        ? ModelReason.MISFIT
        : new Prediction(throughput, response).reason();
  }

  /** With its sign. */
  private static Double largest(Stream<Double> errors) {
    return errors
        .filter(Objects::nonNull)
        .reduce((one, other) -> Math.abs(other) > Math.abs(one) ? other : one)
        .orElse(null);
  }

  private static String message(
      String system, QueueingModel model, Double throughput, Double response, ModelReason reason) {
    String demands =
        model.demands().stream()
            .filter(demand -> demand.millis().value() > 0)
            .map(SystemModels::text)
            .collect(Collectors.joining(", "));
    String errors =
        throughput == null
            ? ""
            : String.format(
                Locale.ROOT,
                "; errors of its predictions: throughput %+.0f %%%s",
                throughput,
                response == null
                    ? ""
                    : String.format(Locale.ROOT, ", response time %+.0f %%", response));
    String refused = reason == null ? "" : "; not used for answers, " + why(reason);
    return "%s: each transaction needs %s%s%s".formatted(system, demands, errors, refused);
  }

  private static String text(ServiceDemand demand) {
    String of = demand.database() == null ? "" : " (" + demand.database() + ")";
    return String.format(
        Locale.ROOT, "%.1f ms of %s CPU%s", demand.millis().value(), demand.tier(), of);
  }

  static String why(ModelReason reason) {
    return switch (reason) {
      case FIGURES_MISSING -> "since the CPU of the servers is not known";
      case TOO_FEW_STEPS -> "since fewer than two loads leave every CPU below 70 %: add lower ones";
      case NOT_TESTED ->
          "since its response times could not be compared: add loads that use more than 70 % of a CPU, and less than all";
      case MISFIT -> "since it predicts throughput wrong by more than 10 %, or times by 30 %";
      case TOO_MANY_USERS -> "since it is calculated for up to 2000 users";
    };
  }
}
