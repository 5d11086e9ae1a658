package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.measurement.Decimals;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Diagnoses as text for users. */
final class Sentences {
  /** Less room than this is used up at once. */
  private static final double TOGETHER = 1.1;

  private Sentences() {}

  /**
   * One resource is the limit.
   *
   * @param doubts none, or the one that makes it less sure
   * @param next the other resources, by ascending bound
   */
  static String limited(
      String name, Contrast contrast, Limit limit, List<String> doubts, List<Limit> next) {
    String sure =
        doubts.isEmpty() ? "high confidence" : "medium confidence, since " + doubts.get(0);
    String bound = limit.boundPerSecond() == null ? "" : ", bound " + one(limit.boundPerSecond());
    return name
        + (" is limited by " + limit.text() + " (" + sure + "): " + used(contrast, limit))
        + ("at " + one(contrast.high().perSecond()) + " tx/s" + bound)
        + added(contrast, limit.share())
        + (next.isEmpty() ? "" : "; next limit: " + bound(next.get(0)))
        + ".";
  }

  private static String bound(Limit limit) {
    String bound = limit.text() + " at " + one(limit.boundPerSecond()) + " tx/s";
    return limit.atMost() ? bound + " at most" : bound;
  }

  private static String added(Contrast contrast, Share share) {
    if (share == null) {
      return "";
    }
    double before = share.all().low();
    double after = share.all().high();
    String time =
        switch (share.of()) {
          case GROWTH ->
              Decimals.text(0, after - before)
                  + (" ms added between " + one(contrast.low().perSecond()))
                  + (" and " + one(contrast.high().perSecond()) + " tx/s to " + share.text());
          case ALL -> Decimals.text(0, after) + " ms, " + share.text();
          case LITTLE_LOAD -> Decimals.text(0, before) + " ms, " + share.text();
        };
    return "; of " + time + ", it explains " + Decimals.text(0, share.percent()) + " %";
  }

  /** How much of it is used, with a space at the end; empty of what has no quantity. */
  private static String used(Contrast contrast, Limit limit) {
    StepFigures high = contrast.high();
    Cpu cpu = high.cpu(limit.place(), limit.partition());
    Slots slots = high.slots(limit.place());
    Waits waits = Placed.of(limit.place(), high.databaseWaits());
    if (cpu != null) {
      return "%s of %s cores "
              .formatted(Decimals.text(2, cpu.cores()), Decimals.text(2, cpu.limitCores()))
          + (cpu.byBusiest()
              ? "with one pod at " + Decimals.text(0, cpu.busiestPercent()) + " % "
              : "");
    }
    if (slots != null) {
      return "%s of %s in use "
          .formatted(Decimals.text(1, slots.used()), Decimals.text(0, slots.size()));
    }
    if (waits != null) {
      return Decimals.text(1, waits.number()) + " connections wait ";
    }
    return switch (limit.place().resource()) {
      case APPLICATION_HEAP ->
          "%s %% of the time in garbage collection, heap %s %% full "
              .formatted(Decimals.text(0, high.gcPercent()), Decimals.text(0, high.heapPercent()));
      case CLIENT_TIMEOUT ->
          Decimals.text(0, high.timeoutPercent()) + " % of the transactions ended by it ";
      case APPLICATION_IN_TRANSACTION ->
          Decimals.text(
                  1,
                  high.number(
                      Resource.DATABASE_TRANSACTIONS,
                      contrast.betweenStatements(limit.place().database()).high()))
              + " connections are held without a statement ";
      case NETWORK -> Decimals.text(1, high.droppedPercent()) + " % of the packets dropped ";
      default ->
          limit.utilization() > 0 ? Decimals.text(0, 100 * limit.utilization()) + " % used " : "";
    };
  }

  static String severalFit(String name, List<Limit> candidates) {
    return notDetermined(name, joined(candidates, Sentences::candidate) + " fit equally");
  }

  /** Why the only resource that fits is not the verdict. */
  static String doubtful(String name, Limit limit, List<String> doubts) {
    return notDetermined(name, candidate(limit) + " fits, but " + String.join(", and ", doubts));
  }

  /**
   * No two loads can be compared.
   *
   * @param measured whether any load before a disturbance has figures of the servers
   * @param completed the number of loads that completed something
   */
  static String uncompared(String name, boolean measured, int completed) {
    return notDetermined(
        name,
        !measured
            ? "no undisturbed load has figures of the servers"
            : switch (completed) {
              case 0 -> "no undisturbed load completed transactions";
              case 1 -> "only one undisturbed load completed transactions";
              default -> "all higher loads completed far fewer transactions than the first";
            });
  }

  /**
   * No resource fits.
   *
   * @param missing figures of resources that may be the limit
   */
  static String nothingFits(String name, Nearest nearest, Set<String> missing) {
    List<String> parts = new ArrayList<>();
    if (!missing.isEmpty()) {
      parts.add("figures are missing (" + String.join(", ", missing) + ")");
    }
    if (!nearest.full().isEmpty()) {
      parts.add("full, but held longer: " + joined(nearest.full(), Limit::text));
    }
    if (!nearest.unclear().isEmpty()) {
      parts.add("full, but held for an unknown time: " + joined(nearest.unclear(), Limit::text));
    }
    if (parts.isEmpty()) {
      parts.add("no resource is at its limit");
    }
    if (!nearest.others().isEmpty()) {
      parts.add("nearest: " + joined(nearest.others(), Sentences::candidate));
    }
    return notDetermined(name, String.join("; ", parts));
  }

  private static String notDetermined(String name, String why) {
    return "Not determined for " + name + ": " + why + ".";
  }

  private static String joined(List<Limit> limits, Function<Limit, String> text) {
    return limits.stream().map(text).collect(Collectors.joining(" and "));
  }

  private static String candidate(Limit limit) {
    return limit.utilization() == 0
        ? limit.text()
        : limit.text() + " at " + Decimals.text(2, limit.utilization()) + " of its limit";
  }

  /**
   * No load reached its limit.
   *
   * @param load what raises the load
   */
  static String notSaturated(String name, String load) {
    return name + " was not saturated: raise " + load + " to find its limit.";
  }

  /** Null if nothing can be changed. */
  static String recommendation(Fields fields, Limit limit, List<Limit> next) {
    Resource resource = limit.place().resource();
    String advice = resource.advice(fields.of(limit));
    if (resource == Resource.APPLICATION_HEAP) {
      advice += fields.memory();
    }
    return advice == null || next.isEmpty()
        ? advice
        : advice
            + (resource == Resource.BALANCER_IMBALANCE ? "" : upTo(fields, limit, next.get(0)))
            + (": the next limit is the " + bound(next.get(0)));
  }

  /** How much of it is of use before something else limits. */
  private static String upTo(Fields fields, Limit limit, Limit next) {
    double factor =
        limit.boundPerSecond() == null ? 0 : next.boundPerSecond() / limit.boundPerSecond();
    if (factor > 0 && factor < TOGETHER && next.place().resource() == Resource.HOST_CPU) {
      return " on nodes with more CPU" + elsewhere(limit);
    }
    if (factor <= 1) {
      return "";
    }
    boolean nodes = limit.place().resource() == Resource.HOST_CPU;
    String other = fields.of(next);
    if (factor < TOGETHER && other != null) {
      return (nodes ? ", and raise " : " together with ") + other;
    }
    return nodes
        ? ""
        : ", up to " + Decimals.text(1, factor) + " times" + size(fields, limit, factor);
  }

  /** Servers are the only ones of which there may be more. */
  private static String elsewhere(Limit limit) {
    return limit.place().resource() == Resource.APPLICATION_CPU
        ? ", or add servers on other nodes"
        : "";
  }

  private static String size(Fields fields, Limit limit, double factor) {
    Integer now = fields.number(limit);
    int then = now == null ? 0 : (int) Math.round(now * factor);
    return now == null || then <= now
        ? ""
        : " (from " + now + " to " + then + ")" + fields.raisedWith(limit, then);
  }

  private static String one(double value) {
    return Decimals.text(Math.round(value) < 100 ? 1 : 0, value);
  }
}
