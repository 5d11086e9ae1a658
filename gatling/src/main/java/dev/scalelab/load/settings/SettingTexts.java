package dev.scalelab.load.settings;

import dev.scalelab.load.profile.ClientKind;
import dev.scalelab.load.profile.ThinkTime;
import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.profile.TransactionMix;
import dev.scalelab.load.profile.Workload;
import java.math.BigDecimal;
import java.net.URI;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Parses settings that are more than a number: each method throws a runtime exception if the text
 * breaks the setting's rule.
 */
final class SettingTexts {
  private static final int MAX_STEPS = 100;
  private static final double MAX_RATE = 100_000;
  private static final int MAX_USERS = 50_000;
  private static final int MAX_CONFIGURATIONS = 100;
  private static final int MAX_CLIENT_KINDS = 20;
  private static final double MAX_STREAM_RATE = 10_000;

  private static final int MAX_TARGETS = 100;

  /** No meeting place is set; null means that it is invalid. */
  static final URI ALONE = URI.create("");

  private SettingTexts() {}

  static List<URI> targets(String text) {
    List<URI> targets = Arrays.stream(text.split(",", -1)).map(SettingTexts::target).toList();
    if (targets.size() > MAX_TARGETS) {
      throw new IllegalArgumentException();
    }
    return targets;
  }

  static String header(String text) {
    if (!text.matches("[A-Za-z0-9-]*")) {
      throw new IllegalArgumentException();
    }
    return text;
  }

  private static URI target(String text) {
    URI uri = URI.create(text.replaceAll("/+$", ""));
    boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
    boolean plain =
        uri.getQuery() == null && uri.getFragment() == null && uri.getUserInfo() == null;
    if (!web || uri.getHost() == null || !plain) {
      throw new IllegalArgumentException();
    }
    return uri;
  }

  static URI meetingPlace(String text) {
    if (text.isEmpty()) {
      return ALONE;
    }
    URI uri = target(text);
    if (!"http".equals(uri.getScheme()) || uri.getPort() <= 0 || !uri.getPath().isEmpty()) {
      throw new IllegalArgumentException();
    }
    return uri;
  }

  static List<Double> rates(String text) {
    return levels(text, Double::valueOf, rate -> rate > 0 && rate <= MAX_RATE);
  }

  /** Whether arrivals are random. */
  static boolean poisson(String text) {
    if (!List.of("even", "poisson").contains(text)) {
      throw new IllegalArgumentException();
    }
    return text.equals("poisson");
  }

  /** Whether clients keep their carts. */
  static boolean atClient(String text) {
    if (!List.of("server", "client").contains(text)) {
      throw new IllegalArgumentException();
    }
    return text.equals("client");
  }

  static double streamRate(String text) {
    double rate = Double.parseDouble(text);
    if (!(rate >= 0 && rate <= MAX_STREAM_RATE)) {
      throw new IllegalArgumentException();
    }
    return rate;
  }

  static List<Integer> users(String text) {
    return levels(text, Integer::valueOf, users -> users > 0 && users <= MAX_USERS);
  }

  private static <T> List<T> levels(String text, Function<String, T> parser, Predicate<T> valid) {
    if (text.isEmpty()) {
      return List.of();
    }
    List<T> levels = Arrays.stream(text.split(",", -1)).map(String::strip).map(parser).toList();
    if (levels.size() > MAX_STEPS || !levels.stream().allMatch(valid)) {
      throw new IllegalArgumentException();
    }
    return levels;
  }

  /** The shares; null if the workload is unknown, which is reported as a separate violation. */
  static Map<TransactionKind, Integer> mix(Workload workload, String given) {
    if (workload == null) {
      return null;
    }
    Map<TransactionKind, Integer> mix = new LinkedHashMap<>();
    shares(given.isEmpty() ? workload.usualMix() : given)
        .forEach((name, share) -> mix.put(workload.transaction(name).orElseThrow(), share));
    return mix;
  }

  /** Shares by name, in hundredths of a percent. */
  static Map<String, Integer> shares(String text) {
    Map<String, Integer> shares = new LinkedHashMap<>();
    for (String pair : text.split(",", -1)) {
      String[] parts = pair.split("=", 2);
      int share = hundredths(parts[1].strip());
      if (shares.put(parts[0].strip(), share) != null) {
        throw new IllegalArgumentException();
      }
    }
    if (shares.values().stream().mapToInt(Integer::intValue).sum() != TransactionMix.WHOLE) {
      throw new IllegalArgumentException();
    }
    return shares;
  }

  /** Parses a percentage with up to two decimals. */
  private static int hundredths(String percent) {
    if (!percent.matches("\\d{1,3}(\\.\\d{1,2})?")) {
      throw new IllegalArgumentException();
    }
    return new BigDecimal(percent).movePointRight(2).intValueExact();
  }

  static Map<String, Integer> weights(String text) {
    Map<String, Integer> weights = new LinkedHashMap<>();
    for (String pair : text.split(",", -1)) {
      String[] parts = pair.split("=", 2);
      String name = parts[0].strip();
      int weight = Integer.parseInt(parts[1].strip());
      boolean valid = name.matches("[A-Za-z0-9-]{1,32}") && weight >= 1 && weight <= 100;
      if (!valid || weights.put(name, weight) != null) {
        throw new IllegalArgumentException();
      }
    }
    if (weights.size() > MAX_CONFIGURATIONS) {
      throw new IllegalArgumentException();
    }
    return weights;
  }

  /** Percentages of the kinds of clients, in the given order; empty if all are alike. */
  static Map<ClientKind, Integer> clientKinds(String text) {
    Map<ClientKind, Integer> percents = new LinkedHashMap<>();
    if (text.isEmpty()) {
      return percents;
    }
    for (String triple : text.split(",", -1)) {
      String[] parts = triple.split(":", 3);
      int percent = Integer.parseInt(parts[0].strip());
      int think = Integer.parseInt(parts[1].strip());
      ClientKind kind = new ClientKind(pause(think, think), trueOrFalse(parts[2].strip()));
      if (percent < 1 || percents.put(kind, percent) != null) {
        throw new IllegalArgumentException();
      }
    }
    int sum = percents.values().stream().mapToInt(Integer::intValue).sum();
    if (percents.size() > MAX_CLIENT_KINDS || sum != 100) {
      throw new IllegalArgumentException();
    }
    return percents;
  }

  static boolean trueOrFalse(String text) {
    if (!List.of("true", "false").contains(text)) {
      throw new IllegalArgumentException();
    }
    return Boolean.parseBoolean(text);
  }

  static ThinkTime thinkTime(String text) {
    String[] parts = text.split("-", 2);
    int min = Integer.parseInt(parts[0].strip());
    int max = parts.length == 1 ? min : Integer.parseInt(parts[1].strip());
    return pause(min, max);
  }

  private static ThinkTime pause(int min, int max) {
    if (min < 0 || max < min || max > 600_000) {
      throw new IllegalArgumentException();
    }
    return new ThinkTime(min, max);
  }

  static String name(String text) {
    if (!text.matches("[A-Za-z0-9._-]{1,253}")) {
      throw new IllegalArgumentException();
    }
    return text;
  }
}
