package dev.scalelab.load.settings;

import dev.scalelab.load.own.OwnTransactions;
import dev.scalelab.load.profile.ClientKind;
import dev.scalelab.load.profile.Dataset;
import dev.scalelab.load.profile.Keys;
import dev.scalelab.load.profile.LargeOrders;
import dev.scalelab.load.profile.OwnKind;
import dev.scalelab.load.profile.Pacing;
import dev.scalelab.load.profile.Share;
import dev.scalelab.load.profile.ThinkTime;
import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.profile.Workload;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads settings from environment variables and collects every violation before it fails. */
public final class SettingsReader {
  private static final int MAX_GENERATORS = 16;

  private final Map<String, String> environment;
  private final Supplier<List<OwnKind>> own;
  private final List<String> violations = new ArrayList<>();

  private SettingsReader(Map<String, String> environment, Supplier<List<OwnKind>> own) {
    this.environment = environment;
    this.own = own;
  }

  /**
   * Settings from environment variables; an empty variable counts as absent.
   *
   * @throws InvalidSettingsException with every variable that is missing or invalid
   */
  public static Settings read(Map<String, String> environment) throws InvalidSettingsException {
    return read(
        environment, () -> OwnTransactions.of(SettingsReader.class.getClassLoader()).kinds());
  }

  /**
   * Like {@link #read(Map)}.
   *
   * @param own finds the user's own transactions, or throws an IllegalStateException with the
   *     reason why it cannot; called only for the workload custom
   */
  static Settings read(Map<String, String> environment, Supplier<List<OwnKind>> own)
      throws InvalidSettingsException {
    return new SettingsReader(environment, own).read();
  }

  private Settings read() throws InvalidSettingsException {
    List<URI> targets = value(Setting.TARGET_URL, SettingTexts::targets);
    String clientHeader = value(Setting.CLIENT_HEADER, SettingTexts::header);
    List<Double> rates = value(Setting.RATES, SettingTexts::rates);
    Boolean poisson = value(Setting.ARRIVALS, SettingTexts::poisson);
    Integer spike = integer(Setting.SPIKE_PERCENT, 0, 90);
    List<Integer> users = value(Setting.USERS, SettingTexts::users);
    Integer step = integer(Setting.STEP_SECONDS, 1, 3600);
    Integer warmUp = integer(Setting.WARM_UP_SECONDS, 0, 3599);
    Integer ramp = integer(Setting.RAMP_SECONDS, 0, 3599);
    Workload workload = value(Setting.WORKLOAD, text -> Workload.ofLabel(text).orElseThrow());
    Integer scale = integer(Setting.SCALE, 1, workload == Workload.PORTAL ? 7000 : 1000);
    Long seed = value(Setting.SEED, Long::valueOf);
    Keys keys = value(Setting.KEYS, text -> Keys.ofLabel(text).orElseThrow());
    Integer requests = integer(Setting.REQUESTS_PER_TRANSACTION, 1, 1000);
    Map<TransactionKind, Integer> mix =
        workload == Workload.CUSTOM
            ? ownMix(requests)
            : value(Setting.MIX, text -> SettingTexts.mix(workload, text));
    Integer items = integer(Setting.ITEMS_PER_ORDER, 1, 50);
    Integer products = integer(Setting.PRODUCTS_PER_VISIT, 1, 100);
    Boolean cartAtClient = value(Setting.CART_STATE, SettingTexts::atClient);
    ThinkTime think = value(Setting.THINK_MILLIS, SettingTexts::thinkTime);
    Integer timeout = integer(Setting.REQUEST_TIMEOUT_MILLIS, 1, 600_000);
    Integer inFlight = integer(Setting.MAX_IN_FLIGHT, 1, 50_000);
    Integer idle = integer(Setting.IDLE_CONNECTION_SECONDS, 1, 3600);
    String run = value(Setting.RUN, SettingTexts::name);
    Mode mode = value(Setting.MODE, text -> Mode.ofLabel(text).orElseThrow());
    Integer maxTransactions = integer(Setting.MAX_TRANSACTIONS, 0, 1_000_000_000);
    Integer warm = integer(Setting.WARM_SECONDS, 0, 600);
    Integer port = integer(Setting.METRICS_PORT, 0, 65_535);
    Map<String, Integer> cellsMix = value(Setting.CELLS_MIX, SettingTexts::weights);
    Boolean cellsKeepAlive = value(Setting.CELLS_KEEP_ALIVE, SettingTexts::trueOrFalse);
    Map<ClientKind, Integer> clients = value(Setting.CELLS_CLIENTS, SettingTexts::clientKinds);
    Integer requestsPerVisit = integer(Setting.REQUESTS_PER_VISIT, 1, 100);
    Double stream = value(Setting.STREAM_RATE, SettingTexts::streamRate);
    Share share = share();
    URI together = value(Setting.TOGETHER_URL, SettingTexts::meetingPlace);
    Integer wait = integer(Setting.TOGETHER_SECONDS, 1, 86_400);
    checkTogether(rates, step, warmUp, ramp, share.parts());
    checkUsers(users, share.parts());
    Integer largePercent = integer(Setting.LARGE_ORDER_PERCENT, 0, 100);
    Integer largePieces = integer(Setting.LARGE_ORDER_PIECES, 1, 999_999);
    Integer pacing = integer(Setting.PACING_MILLIS, 0, 600_000);
    Integer perUser = integer(Setting.TRANSACTIONS_PER_USER, 0, 100_000);
    if (Stream.of(workload, users, mix, items, largePercent, largePieces, pacing)
        .allMatch(Objects::nonNull)) {
      LargeOrders large = new LargeOrders(largePercent, largePieces);
      violations.addAll(
          new OrderRules(workload, users, mix, items, large, new Pacing(pacing)).violations());
    }
    if (!share.isWhole() && together == SettingTexts.ALONE) {
      violations.add(Setting.TOGETHER_URL + ": is required where GENERATORS is more than 1");
    }
    if (rates != null && users != null && rates.isEmpty() == users.isEmpty()) {
      violations.add(Setting.RATES + ": exactly one of this and " + Setting.USERS + " must be set");
    }
    if (Stream.of(workload, users, poisson, spike, keys, cartAtClient).allMatch(Objects::nonNull)) {
      violations.addAll(
          new EffectRules(workload, !users.isEmpty(), poisson, spike, keys, cartAtClient)
              .violations());
    }
    checkWholeLength(mode, Setting.MAX_TRANSACTIONS, maxTransactions);
    checkWholeLength(mode, Setting.WARM_SECONDS, warm);
    if (workload == Workload.ECPERF && think != null && think.maxMillis() > 0) {
      violate(Setting.THINK_MILLIS, "must be 0: transactions of ecperf have no pauses", think);
    }
    checkPortal(workload, think, stream);
    if (Stream.of(workload, users, think, cellsKeepAlive, clients, perUser)
        .allMatch(Objects::nonNull)) {
      violations.addAll(
          new UserRules(workload, users, share.parts(), think, cellsKeepAlive, clients, perUser)
              .violations());
    }
    if (workload == Workload.BOOKSTORE && products != null && products < 2) {
      violate(
          Setting.PRODUCTS_PER_VISIT,
          "must be 2 or more: one book is removed from the basket",
          products);
    }
    if (!violations.isEmpty()) {
      throw new InvalidSettingsException(violations);
    }
    return new Settings(
        new RunSettings(run, mode, maxTransactions, warm, port),
        new HttpSettings(targets, clientHeader, Duration.ofMillis(timeout), idle),
        new LoadSettings(
            rates,
            poisson ? OptionalLong.of(seed) : OptionalLong.empty(),
            spike,
            users,
            step,
            warmUp,
            ramp,
            stream,
            inFlight),
        new WorkloadSettings(
            workload,
            new Dataset(scale, share, keys),
            seed,
            mix,
            cellsMix,
            new TransactionSizes(
                items,
                products,
                requestsPerVisit,
                new LargeOrders(largePercent, largePieces),
                cartAtClient)),
        new UserSettings(
            think,
            clients.isEmpty() ? Map.of(new ClientKind(think, cellsKeepAlive), 1) : clients,
            new Pacing(pacing),
            perUser),
        new GeneratorSettings(share, together == SettingTexts.ALONE ? null : together, wait));
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

  private void checkWholeLength(Mode mode, Setting setting, Integer value) {
    if (mode == Mode.MEASURE && value != null && value > 0) {
      violate(setting, "must be 0: a measured run has its whole length", value);
    }
  }

  private void checkPortal(Workload workload, ThinkTime think, Double stream) {
    if (workload == Workload.PORTAL && think != null && think.maxMillis() > 0) {
      violate(Setting.THINK_MILLIS, "must be 0: visits of portal have no pauses", think);
    }
    if (workload != null && workload.streamed().isEmpty() && stream != null && stream > 0) {
      violate(Setting.STREAM_RATE, "must be 0: only portal has a stream", stream);
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

  /** This generator's part of the run; after a violation the whole, so that reading continues. */
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

  private Integer integer(Setting setting, int min, int max) {
    return value(
        setting,
        text -> {
          int number = Integer.parseInt(text);
          if (number < min || number > max) {
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

  /** The shares of the user's own transactions; null after a violation. */
  private Map<TransactionKind, Integer> ownMix(Integer maxRequests) {
    Map<String, Integer> shares = value(Setting.MIX, SettingTexts::shares);
    try {
      List<OwnKind> kinds = own.get();
      if (shares == null || maxRequests == null) {
        return null;
      }
      OwnMix mix = new OwnMix(kinds, shares);
      List<String> found = mix.violations(maxRequests);
      violations.addAll(found);
      return found.isEmpty() ? mix.byKind() : null;
    } catch (IllegalStateException e) {
      violations.add(Setting.WORKLOAD + ": " + e.getMessage());
      return null;
    }
  }
}
