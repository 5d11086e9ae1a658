package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.ApplicationSpec;
import dev.scalelab.operator.api.BeanServerSpec;
import dev.scalelab.operator.api.CacheMode;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.SessionCache;
import dev.scalelab.operator.api.StateSpec;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.api.WorkloadType;
import dev.scalelab.operator.plan.Collectors;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Settings of the servers as requested, which are compared with those that the servers report as in
 * force: whatever stands between the two, such as a variable that Java reads itself, an image's
 * entry point or a webhook, shows as a difference. Pure.
 *
 * @param all each setting that can be compared
 */
record RequestedSettings(List<Requested> all) {
  /** What a server reports of a cache that all servers hold, however many there are. */
  private static final int EVERY_SERVER = 1000;

  /** Java rounds the heap up to a whole number of its regions, in mebibytes or this fraction. */
  private static final double HEAP_ROUNDING = 4;

  private static final double HEAP_ROUNDING_FRACTION = 0.01;

  /**
   * Java's own figure of the maximum does not include one survivor space, whose size the collector
   * decides.
   */
  private static final double SURVIVORS = 0.2;

  /** In-use and available connections are not read at the same moment. */
  private static final double POOL_ACCURACY = 0.1;

  RequestedSettings {
    all = List.copyOf(all);
  }

  /** The settings of a configuration. */
  static RequestedSettings of(Configuration configuration) {
    List<Requested> all = new ArrayList<>(ofServers(configuration));
    StateSpec state = configuration.spec().system().state();
    ApplicationSpec application = configuration.application();
    Workload workload = configuration.workload();
    all.add(
        copies(
            configuration,
            SettingsInForce.SESSION_COPIES,
            "state.web",
            workload.webSessions(),
            state.web().copies()));
    all.add(
        copies(
            configuration,
            SettingsInForce.BEAN_COPIES,
            "state.bean",
            workload.beans(),
            state.bean().copies()));
    if (workload.usesBundledApplication()) {
      all.add(entities(configuration, state));
    }
    if (configuration.workload().usesDatabase()
        || !configuration.workload().usesBundledApplication()) {
      int pool = application.connectionPoolSize();
      all.add(
          number(
              configuration,
              SettingsInForce.POOL,
              "application.connectionPoolSize",
              "" + pool,
              found -> Math.abs(found - pool) <= allowed(workload, pool)));
    }
    if (configuration.workload().usesBundledApplication()) {
      all.add(
          exactly(
              configuration,
              SettingsInForce.CALLS_BY_VALUE,
              "application.callsByValue",
              application.callsByValue() == null ? 0 : 1));
    }
    if (configuration.spec().workload().type() == WorkloadType.PORTAL) {
      all.add(
          exactly(
              configuration,
              SettingsInForce.LISTENERS,
              "application.listeners",
              application.listeners()));
      all.add(portalCopies(configuration, state.portal().cache()));
    }
    return new RequestedSettings(all);
  }

  /** ScaleLab's servers report the size; of others it is the sum of figures of two moments. */
  private static double allowed(Workload workload, int pool) {
    return workload.usesBundledApplication() ? 0 : Math.max(1, POOL_ACCURACY * pool);
  }

  /** Settings that the servers with the beans may have of their own, if they have only these. */
  private static List<Requested> ofServers(Configuration configuration) {
    SystemSpec system = configuration.spec().system();
    List<Requested> all = ofServer(configuration, system.application(), BeanServerSpec.NONE);
    List<Requested> ofBeans = ofServer(configuration, system.beanServer(), system.ofBeans());
    return IntStream.range(0, all.size()).mapToObj(i -> all.get(i).beside(ofBeans.get(i))).toList();
  }

  private static List<Requested> ofServer(
      Configuration configuration, ApplicationSpec application, BeanServerSpec own) {
    List<Requested> all = new ArrayList<>(ofJava(configuration, application, own));
    if (configuration.workload().usesBundledApplication()) {
      all.addAll(RequestedServerSettings.of(configuration, application, own));
    }
    return all;
  }

  private static List<Requested> ofJava(
      Configuration configuration, ApplicationSpec application, BeanServerSpec own) {
    long heap = application.heapMebibytes();
    String field = own.field("heap");
    List<Requested> all = new ArrayList<>();
    double rounding = Math.max(HEAP_ROUNDING, HEAP_ROUNDING_FRACTION * heap);
    all.add(
        number(
            configuration,
            SettingsInForce.HEAP,
            field,
            heap + SettingsInForce.UNIT,
            found -> Math.abs(found - heap) <= rounding));
    all.add(
        number(
            configuration,
            SettingsInForce.MAX_HEAP,
            field,
            heap + SettingsInForce.UNIT,
            found -> found >= (1 - SURVIVORS) * heap && found <= heap + rounding));
    all.add(
        exactly(
            configuration, SettingsInForce.PROCESSORS, own.field("cpu"), application.wholeCores()));
    collector(configuration, application)
        .ifPresent(
            collector ->
                all.add(
                    new Requested(
                        SettingsInForce.COLLECTOR,
                        configuration.field(
                            "spec.system.application."
                                + (application.collector() == null ? "jvmOptions" : "collector")),
                        collector,
                        collector::equals)));
    return all;
  }

  /**
   * The collector in the options, else the launcher's choice; empty if the options only exclude
   * some, and for an own application without one in its options.
   */
  private static Optional<String> collector(
      Configuration configuration, ApplicationSpec application) {
    if (application.collector() != null) {
      return Optional.of(application.collector().label());
    }
    Optional<String> chosen = Collectors.named(application.jvmOptions());
    boolean usual =
        !Collectors.mentioned(application.jvmOptions())
            && configuration.workload().usesBundledApplication();
    return usual ? Optional.of(application.wholeCores() == 1 ? "Serial" : "G1") : chosen;
  }

  /** A server reports none where it keeps what it has in its own memory only. */
  private static Requested copies(
      Configuration configuration, String name, String field, SessionCache cache, int copies) {
    return switch (cache) {
      case DISTRIBUTED -> exactly(configuration, name, field + ".copies", copies);
      case REPLICATED ->
          number(
              configuration, name, field + ".cache", "Replicated", found -> found >= EVERY_SERVER);
      case LOCAL -> number(configuration, name, field + ".cache", "Local", found -> found == 0);
    };
  }

  /** A server reports the number of caches of entities that it has started. */
  private static Requested entities(Configuration configuration, StateSpec state) {
    boolean cached = state.cachesEntities();
    return number(
        configuration,
        SettingsInForce.ENTITY_CACHES,
        "state.entities",
        cached ? "Clustered" : "None",
        found -> found > 0 == cached);
  }

  /** All servers have a copy of each entry, or only its owner has it. */
  private static Requested portalCopies(Configuration configuration, CacheMode cache) {
    boolean replicated = cache == CacheMode.REPLICATED;
    return number(
        configuration,
        SettingsInForce.PORTAL_COPIES,
        "state.portal.cache",
        replicated ? "Replicated" : "Distributed",
        found -> replicated ? found >= configuration.replicas() : found == 1);
  }

  static Requested exactly(Configuration configuration, String name, String field, long value) {
    return number(configuration, name, field, "" + value, found -> found == value);
  }

  static Requested number(
      Configuration configuration,
      String name,
      String field,
      String value,
      DoublePredicate agrees) {
    return new Requested(
        name,
        configuration.field("spec.system." + field),
        value,
        found -> agrees.test(Double.parseDouble(found.replace(SettingsInForce.UNIT, ""))));
  }

  /**
   * Each setting of which a server had another value in force; none where nothing is reported.
   *
   * @param starts whether a server starts within the step: until it has, it reports 0
   */
  List<Invalid> check(StepResult step, boolean starts) {
    Map<String, String> settings = step.evidence().servers().settings();
    return settings == null
        ? List.of()
        : all.stream()
            .filter(requested -> settings.containsKey(requested.name()))
            .filter(
                requested ->
                    !requested.isInForce(values(settings.get(requested.name()), starts), starts))
            .map(requested -> different(requested, settings.get(requested.name()), step.step()))
            .toList();
  }

  private static List<String> values(String inForce, boolean starts) {
    return Stream.of(inForce.split(SettingsInForce.SEPARATOR))
        .filter(value -> !starts || !value.equals("0"))
        .toList();
  }

  private static Invalid different(Requested requested, String inForce, int step) {
    return Invalid.of(
        Reason.SETTING_NOT_IN_FORCE,
        "%s, but in step %d the servers reported %s as in force (%s)",
        requested.text(),
        step,
        inForce,
        requested.name());
  }
}
