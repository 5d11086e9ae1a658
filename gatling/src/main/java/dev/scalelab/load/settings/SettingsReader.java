package dev.scalelab.load.settings;

import dev.scalelab.load.profile.Dataset;
import dev.scalelab.load.profile.Share;
import dev.scalelab.load.profile.ThinkTime;
import dev.scalelab.load.profile.TransactionType;
import dev.scalelab.load.profile.Workload;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Reads settings from environment variables and collects every violation before it gives up. */
public final class SettingsReader {
  private static final int MAX_STEPS = 100;
  private static final double MAX_RATE = 100_000;
  private static final int MAX_USERS = 50_000;
  private static final int MAX_GENERATORS = 16;

  /** No meeting place was given: null is one that breaks its rule. */
  private static final URI ALONE = URI.create("");

  private final Map<String, String> environment;
  private final List<String> violations = new ArrayList<>();

  private SettingsReader(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * Settings from environment variables; an empty variable counts as absent.
   *
   * @throws InvalidSettingsException naming every variable that is missing or breaks its rule
   */
  public static Settings read(Map<String, String> environment) throws InvalidSettingsException {
    return new SettingsReader(environment).read();
  }

  private Settings read() throws InvalidSettingsException {
    URI target = value(Setting.TARGET_URL, SettingsReader::target);
    List<Double> rates = value(Setting.RATES, SettingsReader::rates);
    List<Integer> users = value(Setting.USERS, SettingsReader::users);
    Integer step = integer(Setting.STEP_SECONDS, 1, 3600);
    Integer warmUp = integer(Setting.WARM_UP_SECONDS, 0, 3599);
    Integer ramp = integer(Setting.RAMP_SECONDS, 0, 3599);
    Workload workload = value(Setting.WORKLOAD, text -> Workload.ofLabel(text).orElseThrow());
    Integer scale = integer(Setting.SCALE, 1, 1000);
    Long seed = value(Setting.SEED, Long::valueOf);
    Map<TransactionType, Integer> mix = value(Setting.MIX, text -> mix(workload, text));
    Integer items = integer(Setting.ITEMS_PER_ORDER, 1, 50);
    Integer products = integer(Setting.PRODUCTS_PER_VISIT, 1, 100);
    ThinkTime think = value(Setting.THINK_MILLIS, SettingsReader::thinkTime);
    Integer timeout = integer(Setting.REQUEST_TIMEOUT_MILLIS, 1, 600_000);
    Integer inFlight = integer(Setting.MAX_IN_FLIGHT, 1, 50_000);
    Integer idle = integer(Setting.IDLE_CONNECTION_SECONDS, 1, 3600);
    String run = value(Setting.RUN, SettingsReader::name);
    Mode mode = value(Setting.MODE, text -> Mode.ofLabel(text).orElseThrow());
    Integer most = integer(Setting.MAX_TRANSACTIONS, 0, 1_000_000_000);
    Integer port = integer(Setting.METRICS_PORT, 0, 65_535);
    Share share = share();
    URI together = value(Setting.TOGETHER_URL, SettingsReader::meetingPlace);
    Integer wait = integer(Setting.TOGETHER_SECONDS, 1, 3600);
    checkTogether(rates, step, warmUp, ramp, share.parts());
    checkUsers(users, share.parts());
    if (!share.isWhole() && together == ALONE) {
      violations.add(Setting.TOGETHER_URL + ": is required where GENERATORS is more than 1");
    }
    if (rates != null && users != null && rates.isEmpty() == users.isEmpty()) {
      violations.add(Setting.RATES + ": this or " + Setting.USERS + " must be given, and not both");
    }
    if (mode == Mode.MEASURE && most != null && most > 0) {
      violate(Setting.MAX_TRANSACTIONS, "must be 0: a measured run has its whole length", most);
    }
    if (workload == Workload.ECPERF && think != null && think.mostMillis() > 0) {
      violate(Setting.THINK_MILLIS, "must be 0: transactions of ecperf have no pauses", think);
    }
    if (workload == Workload.BOOKSTORE && products != null && products < 2) {
      violate(
          Setting.PRODUCTS_PER_VISIT,
          "must be 2 or more: one is taken out of the basket",
          products);
    }
    if (!violations.isEmpty()) {
      throw new InvalidSettingsException(violations);
    }
    return new Settings(
        target,
        rates,
        users,
        step,
        warmUp,
        ramp,
        workload,
        new Dataset(scale, share),
        seed,
        mix,
        items,
        products,
        think,
        Duration.ofMillis(timeout),
        inFlight,
        idle,
        run,
        mode,
        most,
        port,
        share,
        together == ALONE ? null : together,
        wait);
  }

  private void checkTogether(
      List<Double> rates, Integer step, Integer warmUp, Integer ramp, int generators) {
    if (step != null && warmUp != null && warmUp >= step) {
      violate(Setting.WARM_UP_SECONDS, "must be less than STEP_SECONDS, " + step, warmUp);
    }
    if (warmUp != null && ramp != null && ramp > warmUp) {
      violate(Setting.RAMP_SECONDS, "must be at most WARM_UP_SECONDS, " + warmUp, ramp);
    }
    if (rates != null && step != null && warmUp != null && warmUp < step) {
      for (double rate : rates) {
        if (rate * (step - warmUp) < generators) {
          violate(
              Setting.RATES,
              "every rate must let at least one transaction "
                  + (generators == 1 ? "" : "for each of the " + generators + " generators ")
                  + "arrive in the measured "
                  + (step - warmUp)
                  + " s of its step",
              rate);
        }
      }
    }
  }

  private void checkUsers(List<Integer> users, int generators) {
    if (users != null) {
      users.stream()
          .filter(count -> count < generators)
          .forEach(
              count ->
                  violate(
                      Setting.USERS,
                      "every step must have at least one user for each of the "
                          + generators
                          + " generators",
                      count));
    }
  }

  /** What of the run is this generator's; after a violation all of it, so that the rest is read. */
  private Share share() {
    Integer generators = integer(Setting.GENERATORS, 1, MAX_GENERATORS);
    Integer generator = integer(Setting.GENERATOR, 0, MAX_GENERATORS - 1);
    if (generators == null || generator == null) {
      return Share.WHOLE;
    }
    if (generator >= generators) {
      violate(Setting.GENERATOR, "must be less than GENERATORS, " + generators, generator);
      return Share.WHOLE;
    }
    return new Share(generator, generators);
  }

  private Integer integer(Setting setting, int least, int most) {
    return value(
        setting,
        text -> {
          int number = Integer.parseInt(text);
          if (number < least || number > most) {
            throw new IllegalArgumentException();
          }
          return number;
        });
  }

  /** The parsed value, or null after a violation; parsers may throw any runtime exception. */
  private <T> T value(Setting setting, Function<String, T> parser) {
    String given = Optional.ofNullable(environment.get(setting.name())).orElse("").strip();
    String text = given.isEmpty() ? setting.defaultValue() : given;
    if (text == null) {
      violations.add(setting + ": is required: " + setting.rule());
      return null;
    }
    try {
      return parser.apply(text);
    } catch (RuntimeException e) {
      violate(setting, "must be " + setting.rule(), text);
      return null;
    }
  }

  private void violate(Setting setting, String rule, Object value) {
    violations.add(setting + ": " + rule + " (it is '" + value + "')");
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

  private static URI meetingPlace(String text) {
    if (text.isEmpty()) {
      return ALONE;
    }
    URI uri = target(text);
    if (!"http".equals(uri.getScheme()) || uri.getPort() <= 0 || !uri.getPath().isEmpty()) {
      throw new IllegalArgumentException();
    }
    return uri;
  }

  private static List<Double> rates(String text) {
    return levels(text, Double::valueOf, rate -> rate > 0 && rate <= MAX_RATE);
  }

  private static List<Integer> users(String text) {
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

  /** The shares; null when the workload is not known, which is a violation of its own. */
  private static Map<TransactionType, Integer> mix(Workload workload, String given) {
    if (workload == null) {
      return null;
    }
    String text = given.isEmpty() ? workload.usualMix() : given;
    Map<TransactionType, Integer> shares = new EnumMap<>(TransactionType.class);
    for (String pair : text.split(",", -1)) {
      String[] parts = pair.split("=", 2);
      TransactionType type = workload.transaction(parts[0].strip()).orElseThrow();
      int share = Integer.parseInt(parts[1].strip());
      if (share < 0 || shares.put(type, share) != null) {
        throw new IllegalArgumentException();
      }
    }
    if (shares.values().stream().mapToInt(Integer::intValue).sum() != 100) {
      throw new IllegalArgumentException();
    }
    return shares;
  }

  private static ThinkTime thinkTime(String text) {
    String[] parts = text.split("-", 2);
    int least = Integer.parseInt(parts[0].strip());
    int most = parts.length == 1 ? least : Integer.parseInt(parts[1].strip());
    if (least < 0 || most < least || most > 600_000) {
      throw new IllegalArgumentException();
    }
    return new ThinkTime(least, most);
  }

  private static String name(String text) {
    if (!text.matches("[A-Za-z0-9._-]{1,253}")) {
      throw new IllegalArgumentException();
    }
    return text;
  }
}
