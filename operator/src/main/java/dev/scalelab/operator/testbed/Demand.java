package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.TrialPlan;
import dev.scalelab.operator.platform.Resources;
import dev.scalelab.operator.platform.TestbedSettings;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What an experiment asks a namespace for at a time: the testbed of its largest configuration, and
 * the results so far. Runs that are repeated because they were invalid are not counted.
 *
 * @param servers how many application servers
 * @param application resources with which one server starts
 * @param database resources of the database; null when the workload has none
 * @param balancer resources of the balancer
 * @param supplier resources of the suppliers' emulator; null when the workload has none
 * @param load resources of one load generator
 * @param generators how many load generators
 * @param dataset resources of the dataset's Jobs, which never run beside the load
 * @param storage size of the database's volume; null when there is none
 * @param warmUps how many warm-ups a trial has, 0 or 1
 * @param runs how many runs the trial with the most of them has
 * @param trials how many ScalabilityTrials there are at the end
 * @param configMaps how many ConfigMaps more than now there are at the end
 */
record Demand(
    int servers,
    Resources application,
    Resources database,
    Resources balancer,
    Resources supplier,
    Resources load,
    int generators,
    Resources dataset,
    Quantity storage,
    int warmUps,
    int runs,
    int trials,
    int configMaps) {
  /** CloudNativePG makes one for the primary, one for the replicas and one for any instance. */
  private static final int DATABASE_SERVICES = 3;

  /** CloudNativePG makes one for the user, one for its CA, and two for certificates. */
  private static final int DATABASE_SECRETS = 4;

  static Demand of(
      ScalabilityExperimentSpec spec, Plan plan, TestbedSettings settings, ClusterFacts facts) {
    SystemSpec system = spec.system();
    boolean database = spec.workload().usesDatabase();
    List<TrialPlan> trials = plan.trials();
    return new Demand(
        trials.stream().mapToInt(TrialPlan::replicas).max().orElse(0),
        ApplicationManifest.startResources(system.application(), facts.resizable()),
        database ? Resources.fixed(system.database().cpu(), system.database().memory()) : null,
        Resources.fixed(system.balancer().cpu(), system.balancer().memory()),
        spec.workload().usesSuppliers() ? settings.supplierResources() : null,
        Resources.fixed(spec.load().cpu(), spec.load().memory()),
        spec.load().generators(),
        settings.datasetResources(),
        database ? system.database().storage() : null,
        spec.load().serverWarmUpSeconds() > 0 ? 1 : 0,
        trials.stream().mapToInt(TrialPlan::repetitions).max().orElse(0),
        trials.size(),
        configMaps(trials, database && !facts.monitoring()));
  }

  /** The balancer's, one with histograms of each run, and one that CloudNativePG makes once. */
  private static int configMaps(List<TrialPlan> trials, boolean monitoringToCome) {
    int runs = trials.stream().mapToInt(TrialPlan::repetitions).sum();
    return 1 + runs + (monitoringToCome ? 1 : 0);
  }

  /** What runs at a time, for people. */
  String words() {
    return "%d servers, %sbalancer, %s%s"
        .formatted(
            servers,
            database == null ? "" : "database, ",
            supplier == null ? "" : "suppliers, ",
            generators == 1 ? "load" : generators + " load generators");
  }

  /** The largest configuration, by the names that a ResourceQuota gives. */
  Map<String, Quantity> total() {
    Map<String, Quantity> total = new LinkedHashMap<>();
    total.put("pods", count(servers + generators + others().size()));
    total.put("requests.cpu", sum(Resources::cpuRequest));
    total.put("cpu", sum(Resources::cpuRequest));
    total.put("limits.cpu", sum(Resources::cpuLimit));
    total.put("requests.memory", sum(Resources::memoryRequest));
    total.put("memory", sum(Resources::memoryRequest));
    total.put("limits.memory", sum(Resources::memoryLimit));
    int deployments = supplier == null ? 1 : 2; // with a Service each; the balancer is always one
    total.put("count/statefulsets.apps", count(1));
    total.put("count/deployments.apps", count(deployments));
    int meeting = generators > 1 ? 1 : 0; // the Service by which generators find one another
    int databases = database == null ? 0 : DATABASE_SERVICES;
    putCount(total, "services", 1 + deployments + meeting + databases);
    if (storage != null) {
      total.put("requests.storage", storage);
      putCount(total, "persistentvolumeclaims", 1);
      putCount(total, "secrets", DATABASE_SECRETS);
    }
    return total;
  }

  /** What grows with the configurations until the end, by the names that a ResourceQuota gives. */
  Map<String, Quantity> ofTrials() {
    return Map.of("count/scalabilitytrials.scalelab.dev", count(trials));
  }

  /** What grows with the runs until the end, by the names that a ResourceQuota gives. */
  Map<String, Quantity> ofRuns() {
    Map<String, Quantity> total = new LinkedHashMap<>();
    // Of the dataset: its preparation, and a reset and an audit with each run.
    int ofDataset = database == null ? 0 : 1 + 2 * runs;
    int ofLoad = warmUps + runs;
    total.put("count/jobs.batch", count(ofDataset + ofLoad));
    // Jobs keep their pods, ended ones too; "pods" counts those that have not ended.
    int podsOfJobs = ofDataset + generators * ofLoad;
    total.put("count/pods", count(servers + others().size() + podsOfJobs));
    putCount(total, "configmaps", configMaps);
    return total;
  }

  /** Of a kind that quotas have two names for. */
  private static void putCount(Map<String, Quantity> total, String kind, int count) {
    total.put(kind, count(count));
    total.put("count/" + kind, count(count));
  }

  private static Quantity count(int count) {
    return new Quantity("" + count);
  }

  private Quantity sum(Function<Resources, Quantity> amount) {
    Quantity generated = amount.apply(load).multiply(generators);
    Quantity loadOrDataset =
        generated.compareTo(amount.apply(dataset)) >= 0 ? generated : amount.apply(dataset);
    Quantity ofServers = amount.apply(application).multiply(servers);
    return others().stream().map(amount).reduce(loadOrDataset.add(ofServers), Quantity::add);
  }

  /** What runs beside servers and load, a pod each. */
  private List<Resources> others() {
    return Stream.of(database, balancer, supplier).filter(Objects::nonNull).toList();
  }
}
