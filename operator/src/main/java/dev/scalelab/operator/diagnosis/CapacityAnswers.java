package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.CapacityAnswer;
import dev.scalelab.operator.api.CapacityAnswerBuilder;
import dev.scalelab.operator.api.Estimate;
import dev.scalelab.operator.api.Message;
import dev.scalelab.operator.api.ModelReason;
import dev.scalelab.operator.api.QuestionSpec;
import dev.scalelab.operator.api.ServiceDemand;
import dev.scalelab.operator.api.SlotDemand;
import dev.scalelab.operator.api.SystemModel;
import dev.scalelab.operator.measurement.Rounding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Answers to the questions of an experiment, by the queueing models of its systems. */
public final class CapacityAnswers {
  private static final int MAX_SERVERS = 100;
  private static final double SECONDS_OF_AN_HOUR = 3600;

  private final SystemModel model;

  private CapacityAnswers(SystemModel model) {
    this.model = model;
  }

  /**
   * Every question answered for every system; null without questions or models.
   *
   * @param models may be null
   * @param questions may be null
   */
  public static List<CapacityAnswer> of(List<SystemModel> models, List<QuestionSpec> questions) {
    if (models == null || questions == null || models.isEmpty() || questions.isEmpty()) {
      return null;
    }
    List<CapacityAnswer> answers = new ArrayList<>();
    for (SystemModel model : models) {
      for (int i = 0; i < questions.size(); i++) {
        answers.add(new CapacityAnswers(model).answer(i + 1, questions.get(i)));
      }
    }
    return List.copyOf(answers);
  }

  private CapacityAnswer answer(int number, QuestionSpec question) {
    ModelReason reason =
        model.reason() == null && model.responseErrorPercent() == null
            ? ModelReason.NOT_TESTED
            : model.reason();
    if (reason != null || model.percentiles().isEmpty()) {
      return CapacityAnswerBuilder.builder()
          .system(model.system())
          .question(number)
          .message(
              "%s: not answered%s"
                  .formatted(text(question), reason == null ? "" : ", " + SystemModels.why(reason)))
          .build();
    }
    double margin = 1 + Math.abs(model.responseErrorPercent()) / 100;
    Planning.Answer found = servers(Estimate::value, question, margin);
    Planning.Answer low = servers(one -> or(one.low(), one), question, 1);
    Planning.Answer high = servers(one -> or(one.high(), one), question, margin);
    boolean extrapolated = found.servers() > 2 * model.replicas();
    return CapacityAnswerBuilder.builder()
        .system(model.system())
        .question(number)
        .replicas(orNull(found.servers()))
        .low(orNull(low.servers()))
        .high(orNull(high.servers()))
        .perSecond(Rounding.two(found.perSecond()))
        .requestsPerSecond(times(model.requestsEach(), found.perSecond()))
        .ordersPerHour(times(model.ordersEach(), SECONDS_OF_AN_HOUR * found.perSecond()))
        .limitedBy(found.limitedBy())
        .limitPerSecond(Rounding.two(found.limitPerSecond()))
        .extrapolated(extrapolated ? true : null)
        .message(message(question, found, low, high, extrapolated))
        .build();
  }

  private static Double or(Double end, Estimate estimate) {
    return end == null ? estimate.value() : end;
  }

  private static Integer orNull(int servers) {
    return servers == 0 ? null : (Integer) servers;
  }

  private static Double times(Double each, double number) {
    return each == null ? null : (Double) Rounding.two(each * number);
  }

  private Planning.Answer servers(
      Function<Estimate, Double> end, QuestionSpec question, double margin) {
    Planning planning =
        new Planning(
            servers -> network(end, servers),
            used -> Percentiles95.at(model.percentiles(), used),
            MAX_SERVERS);
    Planning.Load load =
        question.users() == null
            ? Planning.Load.ofRate(question.rate())
            : Planning.Load.ofUsers(question.users(), question.thinkMillis() / 1000.0);
    return planning.servers(load, question.p95Millis(), margin);
  }

  private OpenNetwork network(Function<Estimate, Double> end, int servers) {
    List<Station> stations = new ArrayList<>();
    for (ServiceDemand demand : model.demands()) {
      double seconds = end.apply(demand.millis()) / 1000;
      if (SystemModels.isOfServers(demand)) {
        stations.add(Station.cpus(demand.tier(), seconds, demand.cores(), servers));
      } else if (seconds > 0) {
        String of = demand.database() == null ? "" : " " + demand.database();
        stations.add(Station.cpu(demand.tier() + of, seconds, demand.cores()));
      }
    }
    List<Station> slots =
        slots().stream()
            .map(one -> Station.cpus(one.name(), one.heldMillis() / 1000, one.size(), servers))
            .toList();
    return new OpenNetwork(stations, slots, model.delayMillis() / 1000, 1);
  }

  /** Empty for the models of older operators. */
  private List<SlotDemand> slots() {
    return model.slots() == null ? List.of() : model.slots();
  }

  private String limit(Planning.Answer found) {
    boolean ofSlots = slots().stream().anyMatch(one -> one.name().equals(found.limitedBy()));
    return ofSlots
        ? String.format(
            Locale.ROOT, "at most %.0f/s by %s", found.limitPerSecond(), found.limitedBy())
        : String.format(
            Locale.ROOT, "%s CPU limits at %.0f/s", found.limitedBy(), found.limitPerSecond());
  }

  private String message(
      QuestionSpec question,
      Planning.Answer found,
      Planning.Answer low,
      Planning.Answer high,
      boolean extrapolated) {
    String limit = limit(found);
    if (found.servers() == 0) {
      String missed =
          found.tooSlow()
              ? String.format(
                  Locale.ROOT,
                  "with %d servers p95 is still %.0f ms",
                  MAX_SERVERS,
                  found.p95Millis())
              : limit;
      return "%s: no number of servers up to %d suffices: %s"
          .formatted(text(question), MAX_SERVERS, missed);
    }
    String interval =
        high.servers() == 0
            ? "(%d or more)".formatted(low.servers())
            : "(%d to %d)".formatted(low.servers(), high.servers());
    return String.format(
        Locale.ROOT,
        "%s, which is %.0f transactions/s%s: %s %s; then %s. It assumes Poisson arrivals, the measured mix and CPU"
            + " limits, and each CPU%s used up to 80 %%%s",
        text(question),
        found.perSecond(),
        model.ordersEach() == null
            ? ""
            : String.format(
                Locale.ROOT,
                " and %.0f new orders/h",
                SECONDS_OF_AN_HOUR * model.ordersEach() * found.perSecond()),
        Message.count(found.servers(), "server"),
        interval,
        limit,
        slots().isEmpty() ? "" : " and pool",
        extrapolated ? "; measured with up to " + Message.count(model.replicas(), "server") : "");
  }

  private String text(QuestionSpec question) {
    String load =
        question.users() == null
            ? "%d transactions/s".formatted(question.rate())
            : "%s with %d ms between transactions"
                .formatted(Message.count(question.users(), "user"), question.thinkMillis());
    return "%s, %s with p95 up to %d ms".formatted(model.system(), load, question.p95Millis());
  }
}
