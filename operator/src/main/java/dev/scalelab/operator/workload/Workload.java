package dev.scalelab.operator.workload;

import dev.scalelab.operator.api.ConfigMapKey;
import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.Domain;
import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.ResponseTimeObjective;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.SessionCache;
import dev.scalelab.operator.api.StateLocation;
import dev.scalelab.operator.api.StateSpec;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.api.ThinkTimeSpec;
import dev.scalelab.operator.api.WorkloadSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** A workload: transactions and their weights, settings of servers and load, and requirements. */
public abstract class Workload {
  private static final int MIN_SCALE = 10;

  /** With fewer rows, transactions wait for each other's locks rather than for the servers. */
  private static final int RATE_OF_A_UNIT = 20;

  private static final int USERS_OF_A_UNIT = 150;
  private static final int P95_MILLIS = 2000;

  final WorkloadSpec spec;
  final StateSpec state;
  final int listeners;

  Workload(WorkloadSpec spec, SystemSpec system) {
    this.spec = spec;
    this.state = system.state();
    this.listeners = system.application().listeners();
  }

  /** The workload of an experiment or of a configuration. */
  public static Workload of(ScalabilityExperimentSpec experiment) {
    WorkloadSpec spec = experiment.workload();
    SystemSpec system = experiment.system();
    return switch (spec.type()) {
      case ORDER_ENTRY -> new OrderEntry(spec, system);
      case ECPERF -> new Ecperf(spec, system);
      case BOOKSTORE -> new Bookstore(spec, system);
      case CART -> new Cart(spec, system);
      case CELLS -> new Cells(spec, system);
      case PORTAL -> new Portal(spec, system);
      case CUSTOM -> new Custom(spec, system);
    };
  }

  /** Its name for servers, dataset and load generator. */
  public abstract String label();

  /** Default weights of its transactions. */
  abstract Map<String, Integer> usualMix();

  /** Maximum number of requests of a transaction. */
  public abstract int maxRequests();

  /** Settings of its transactions for the load generator, in addition to the mix. */
  abstract Map<String, Object> settingsOfLoad();

  /** Settings for its servers, as environment variables. */
  public Map<String, Object> settingsOfServers() {
    return Map.of();
  }

  /** Whether it keeps its data in a database, which is then created, reset and audited. */
  public boolean usesDatabase() {
    return false;
  }

  /** Whether its tables belong to domains, which may be in separate databases. */
  public boolean hasDomains() {
    return false;
  }

  /** The domains whose tables are in a database: all of them unless it has a list. */
  public final List<Domain> domains(DatabaseSpec database) {
    if (!hasDomains()) {
      return List.of();
    }
    return database.domains() == null ? List.of(Domain.values()) : database.domains();
  }

  /** Number of its customers, if they may be in several databases, by their numbers. */
  public OptionalInt distributedCustomers() {
    return OptionalInt.empty();
  }

  /** Whether outside suppliers deliver to its servers. */
  public boolean usesSuppliers() {
    return false;
  }

  /** Whether transactions wait in its servers' queues until listeners process them. */
  public boolean usesQueues() {
    return false;
  }

  /** Where its web sessions are; Local if it has none. */
  public SessionCache webSessions() {
    return state.location() == StateLocation.NONE ? SessionCache.LOCAL : state.web().kind();
  }

  /** Where its stateful beans are; Local if it has none. */
  public final SessionCache beans() {
    return keepsBeans() ? state.bean().kind() : SessionCache.LOCAL;
  }

  /** Whether its sessions have stateful beans. */
  public boolean keepsBeans() {
    return true;
  }

  /** Whether its servers form a cluster, and each reports the number of members that it sees. */
  public boolean reportsMembers() {
    return webSessions() != SessionCache.LOCAL
        || beans() != SessionCache.LOCAL
        || state.cachesEntities();
  }

  /** Whether each server reports garbage collection, heap, web threads and connections. */
  public boolean reportsFigures() {
    return true;
  }

  /** Whether it uses ScaleLab's own application. */
  public boolean usesBundledApplication() {
    return true;
  }

  /** Whether its servers show what a collection of the heap leaves. */
  public boolean screensHeap() {
    return false;
  }

  /** Whether 60 x capacity is a separate figure, ECperf's business operations per minute. */
  public boolean countsBusinessOperations() {
    return false;
  }

  /** The file that its servers need, if any. */
  public Optional<ConfigMapKey> file() {
    return Optional.empty();
  }

  /** Whether connections are kept for further requests. */
  public boolean keepsConnections() {
    return true;
  }

  /** Default limits of response times. */
  public List<ResponseTimeObjective> usualResponseTimes() {
    return List.of(ResponseTimeObjective.ofPercentile(null, "95", P95_MILLIS));
  }

  /** Maximum time of a transaction in fixed pauses, which no setting removes, in milliseconds. */
  int stationsMillis() {
    return 0;
  }

  /** The longest pause between two requests of a transaction, in milliseconds. */
  int maxThinkMillis() {
    return thinkTime().maxMillis();
  }

  final ThinkTimeSpec thinkTime() {
    return spec.thinkTime() == null ? ThinkTimeSpec.NONE : spec.thinkTime();
  }

  /** Weights of its transactions, by name. */
  public final Map<String, Integer> mix() {
    return spec.mix() == null ? usualMix() : spec.mix();
  }

  /** The mix in percent, with two decimals, adding up to 100. */
  public final Map<String, Double> percents() {
    return Percents.of(mix());
  }

  /**
   * Percents of the transactions that a run must contain. In a closed model ECperf's production
   * lines have their own pace and are not included.
   */
  public Map<String, Double> mixToKeep(LoadSpec load) {
    return percents();
  }

  /** Mean pauses of a transaction, in milliseconds. */
  public final double meanThinkMillis() {
    return (maxRequests() - 1) * (thinkTime().minMillis() + thinkTime().maxMillis()) / 2.0
        + meanStationsMillis();
  }

  /** Mean time of a transaction in fixed pauses, which no setting removes, in milliseconds. */
  public double meanStationsMillis() {
    return 0;
  }

  /** Settings of the transactions for the load generator, in runs and in the warm-up. */
  public final Map<String, Object> loadSettings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("WORKLOAD", label());
    settings.putAll(settingsOfLoad());
    if (spec.mix() != null || mustSendMix()) {
      settings.put("MIX", Percents.text(percents()));
    }
    if (spec.keys() != null) {
      settings.put("KEYS", spec.keys().name().toLowerCase(Locale.ROOT));
    }
    return settings;
  }

  /** Whether the load generator does not know the default mix. */
  boolean mustSendMix() {
    return false;
  }

  /**
   * Pauses of users in a run. The warm-up has no pauses.
   *
   * @param closedModel whether users stay and start further transactions
   */
  public Map<String, Object> pauses(boolean closedModel) {
    return Map.of(
        "THINK_MILLIS", "%d-%d".formatted(thinkTime().minMillis(), thinkTime().maxMillis()));
  }

  /** Users come in multiples of this, so that each has its part of the mix. */
  public int usersTogether() {
    return 1;
  }

  /** The size of the dataset that a load needs, in units of workload.scale. */
  public int minScale(LoadSpec load) {
    int rate = (load.maxRate() + RATE_OF_A_UNIT - 1) / RATE_OF_A_UNIT;
    int users = (load.maxUsers() + USERS_OF_A_UNIT - 1) / USERS_OF_A_UNIT;
    return Math.max(MIN_SCALE, Math.max(rate, users));
  }

  /**
   * Maximum time from the last arrival of a warm-up to the last response, in seconds: if each
   * request is answered just before its timeout.
   */
  public final int drainSecondsOfWarmUp(LoadSpec load) {
    return drainSeconds(load.requestTimeoutMillis());
  }

  /**
   * Maximum time from the last arrival of a run to the last response, in seconds: if each request
   * is answered just before its timeout, after the longest pause.
   */
  public final int drainSeconds(LoadSpec load) {
    return drainSeconds((long) load.requestTimeoutMillis() + maxThinkMillis());
  }

  private int drainSeconds(long millisOfARequest) {
    return (int) ((maxRequests() * millisOfARequest + stationsMillis() + 999) / 1000);
  }

  /** Sorted by name, so that the same settings always give the same Job. */
  static String text(Map<String, Integer> weights) {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(weights)
        .forEach((name, weight) -> text.append(",").append(name).append("=").append(weight));
    return text.substring(1);
  }
}
