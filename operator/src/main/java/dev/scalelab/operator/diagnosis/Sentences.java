package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.Confidence;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Diagnoses as text for users. */
final class Sentences {
  /** Less room than this is used up at once. */
  private static final double TOGETHER = 1.1;

  private Sentences() {}

  /** One resource is the limit. @param next the other resources, by ascending bound */
  static String limited(
      String name, Contrast contrast, Limit limit, Confidence confidence, List<Limit> next) {
    StringBuilder text = new StringBuilder();
    text.append(
        "%s limits %s (%s confidence): %s at %s tx/s"
            .formatted(
                capital(limit.place().text()),
                name,
                confidence == Confidence.HIGH ? "high" : "medium",
                used(contrast, limit),
                one(contrast.high().perSecond())));
    if (limit.boundPerSecond() != null) {
      text.append(", bound ").append(one(limit.boundPerSecond()));
    }
    added(contrast, limit, text);
    next.stream()
        .findFirst()
        .ifPresent(
            other ->
                text.append("; next limit: ")
                    .append(other.place().text())
                    .append(" at %s tx/s".formatted(one(other.boundPerSecond()))));
    return text.append('.').toString();
  }

  private static void added(Contrast contrast, Limit limit, StringBuilder text) {
    Double before = contrast.low().meanMillis();
    Double after = contrast.high().meanMillis();
    if (before == null || after == null || limit.share() == null) {
      return;
    }
    text.append(
        "; of %s ms added between %s and %s tx/s, it explains %.0f %%"
            .formatted(
                whole(after - before),
                one(contrast.low().perSecond()),
                one(contrast.high().perSecond()),
                Math.min(100, 100 * limit.share())));
  }

  private static String used(Contrast contrast, Limit limit) {
    Cpu cpu = contrast.high().cpus().get(limit.place());
    Slots slots = contrast.high().slots().get(limit.place());
    if (cpu != null) {
      return "%.2f of %.2f cores".formatted(cpu.cores(), cpu.limitCores());
    }
    return slots != null
        ? "%.1f of %.0f in use".formatted(slots.inUse(), slots.size())
        : limit.utilization() > 0
            ? "%.0f %% used".formatted(100 * limit.utilization())
            : "not a matter of its size";
  }

  /** Several resources fit, or none. @param doubts why the only one that fits is not the verdict */
  static String notDetermined(String name, List<Limit> candidates, List<String> doubts) {
    if (candidates.isEmpty()) {
      return "Not determined for %s: no resource is at its limit.".formatted(name);
    }
    String fit = candidates.stream().map(Sentences::candidate).collect(Collectors.joining(" and "));
    return candidates.size() == 1
        ? "Not determined for %s: %s fits, but %s."
            .formatted(name, fit, String.join(", and ", doubts))
        : "Not determined for %s: %s fit equally.".formatted(name, fit);
  }

  private static String candidate(Limit limit) {
    return limit.utilization() == 0
        ? limit.place().text()
        : "%s at %.2f of its limit".formatted(limit.place().text(), limit.utilization());
  }

  static String notSaturated(String name) {
    return "%s was not saturated: raise the rates or users to find its limit.".formatted(name);
  }

  /** Null if nothing can be raised. */
  static String recommendation(Limit limit, List<Limit> next) {
    String field = limit.place().resource().field(limit.place().database());
    if (field == null) {
      return null;
    }
    String verb = limit.place().resource() == Resource.DATABASE_TRANSACTIONS ? "check " : "raise ";
    return next.stream()
        .findFirst()
        .map(other -> verb + field + upTo(limit, other) + then(other))
        .orElse(verb + field);
  }

  /** How much of it is of use before something else limits. */
  private static String upTo(Limit limit, Limit next) {
    double factor =
        limit.boundPerSecond() == null ? 0 : next.boundPerSecond() / limit.boundPerSecond();
    if (factor <= 1) {
      return "";
    }
    String other = next.place().resource().field(next.place().database());
    return factor < TOGETHER && other != null
        ? " together with " + other
        : String.format(Locale.ROOT, ", up to %.1f times", factor);
  }

  private static String then(Limit next) {
    return ": the next limit is the %s at %s tx/s"
        .formatted(next.place().text(), one(next.boundPerSecond()));
  }

  private static String one(double value) {
    return String.format(Locale.ROOT, Math.round(value) < 100 ? "%.1f" : "%.0f", value);
  }

  private static String whole(double value) {
    return String.format(Locale.ROOT, "%.0f", value);
  }

  private static String capital(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
