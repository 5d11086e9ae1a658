package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.SystemSpec;
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
 * What the largest configuration of an experiment asks a namespace for.
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
    Quantity storage) {

  static Demand of(
      ScalabilityExperimentSpec spec, int servers, TestbedSettings settings, boolean resizable) {
    SystemSpec system = spec.system();
    boolean database = spec.workload().usesDatabase();
    return new Demand(
        servers,
        ApplicationManifest.startResources(system.application(), resizable),
        database ? Resources.fixed(system.database().cpu(), system.database().memory()) : null,
        Resources.fixed(system.balancer().cpu(), system.balancer().memory()),
        spec.workload().usesSuppliers() ? settings.supplierResources() : null,
        Resources.fixed(spec.load().cpu(), spec.load().memory()),
        spec.load().generators(),
        settings.datasetResources(),
        database ? system.database().storage() : null);
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

  /** The whole, by the names that a ResourceQuota gives. */
  Map<String, Quantity> total() {
    Quantity pods = new Quantity("" + (servers + generators + others().size()));
    Quantity one = new Quantity("1");
    Map<String, Quantity> total = new LinkedHashMap<>();
    total.put("pods", pods);
    total.put("count/pods", pods);
    total.put("requests.cpu", sum(Resources::cpuRequest));
    total.put("cpu", sum(Resources::cpuRequest));
    total.put("limits.cpu", sum(Resources::cpuLimit));
    total.put("requests.memory", sum(Resources::memoryRequest));
    total.put("memory", sum(Resources::memoryRequest));
    total.put("limits.memory", sum(Resources::memoryLimit));
    if (storage != null) {
      total.put("requests.storage", storage);
      total.put("persistentvolumeclaims", one);
      total.put("count/persistentvolumeclaims", one);
    }
    return total;
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
