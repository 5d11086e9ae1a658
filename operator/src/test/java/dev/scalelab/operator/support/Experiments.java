package dev.scalelab.operator.support;

import dev.scalelab.operator.api.ApplicationSpec;
import dev.scalelab.operator.api.BookstoreSpec;
import dev.scalelab.operator.api.CachePlace;
import dev.scalelab.operator.api.CartSpec;
import dev.scalelab.operator.api.CellsSpec;
import dev.scalelab.operator.api.Cleanup;
import dev.scalelab.operator.api.ConfigMapKey;
import dev.scalelab.operator.api.DeadlinesSpec;
import dev.scalelab.operator.api.EcperfSpec;
import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.OwnSpec;
import dev.scalelab.operator.api.PortalSpec;
import dev.scalelab.operator.api.Provisioner;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.StatePlace;
import dev.scalelab.operator.api.SweepSpec;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.api.WorkloadName;
import dev.scalelab.operator.api.WorkloadSpec;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.TrialPlan;
import dev.scalelab.operator.platform.Images;
import dev.scalelab.operator.platform.TestbedSettings;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.List;
import java.util.Map;

/** Experiments with every default filled in, as the API server hands them to the operator. */
public final class Experiments {
  private static final SmallRyeConfig DEFAULTS =
      new SmallRyeConfigBuilder()
          .withMapping(Images.class)
          .withMapping(TestbedSettings.class)
          .build();

  private Experiments() {}

  /** One and two servers of 300 millicores that start with 1.5 cores; two rates. */
  public static ScalabilityExperiment small(String namespace) {
    ScalabilityExperiment experiment = new ScalabilityExperiment();
    experiment.setMetadata(
        new ObjectMetaBuilder()
            .withName("small")
            .withNamespace(namespace)
            .withUid("00000000-0000-0000-0000-000000000001")
            .build());
    experiment.setSpec(
        new ScalabilityExperimentSpec(
            new WorkloadSpec(WorkloadName.ECPERF, 10, null, null, null, null, null, null, null),
            new SystemSpec(
                Provisioner.AUTO,
                Specs.application("1500m"),
                Specs.database(),
                Specs.balancer(true)),
            new SweepSpec(List.of(1, 2)),
            Specs.load(List.of(20, 40, 80, 120), null),
            new ObjectivesSpec(2000, 1, null, null),
            new DeadlinesSpec(600, 600, 300),
            1,
            Cleanup.DELETE));
    return experiment;
  }

  /** {@link #small} with carts of 10 KiB and up to half a second of thinking, and no database. */
  public static ScalabilityExperiment cart(String namespace) {
    ScalabilityExperiment experiment = small(namespace);
    experiment.setSpec(
        of(
            experiment.getSpec(),
            new WorkloadSpec(
                WorkloadName.CART,
                10,
                null,
                new CartSpec(10240, 10, 0, 500),
                null,
                null,
                null,
                null,
                null)));
    return experiment;
  }

  /** {@link #small} with servers that have the page to try them by hand. */
  public static ScalabilityExperiment withPage(String namespace) {
    ScalabilityExperiment experiment = small(namespace);
    ScalabilityExperimentSpec spec = experiment.getSpec();
    SystemSpec system =
        new SystemSpec(
            Provisioner.AUTO,
            Specs.application("1500m", null, true),
            Specs.database(),
            Specs.balancer(true));
    experiment.setSpec(of(spec, spec.workload(), system, spec.load(), spec.objectives()));
    return experiment;
  }

  /** The experiment with a warm-up that may last so long, in seconds, and ends by its number. */
  public static void warmedUpFor(ScalabilityExperiment experiment, int seconds) {
    ScalabilityExperimentSpec spec = experiment.getSpec();
    LoadSpec load = Specs.load(spec.load().rates(), null, null, 1, seconds);
    experiment.setSpec(of(spec, load, spec.objectives()));
  }

  /** {@link #small} with the book store, whose state is in a bean. */
  public static ScalabilityExperiment bookstore(String namespace) {
    ScalabilityExperiment experiment = small(namespace);
    experiment.setSpec(
        of(
            experiment.getSpec(),
            new WorkloadSpec(
                WorkloadName.BOOKSTORE,
                10,
                new BookstoreSpec(StatePlace.STATEFUL_BEAN, 3, 100, 400),
                null,
                null,
                null,
                null,
                null,
                null)));
    return experiment;
  }

  /** {@link #small} with cells, from a table of one's own, without keep-alive. */
  public static ScalabilityExperiment cells(String namespace) {
    ScalabilityExperiment experiment = small(namespace);
    CellsSpec cells =
        new CellsSpec(
            new ConfigMapKey("mine", "own.csv"), Map.of("b", 1, "a", 20), false, 300, 400, null);
    experiment.setSpec(
        of(
            experiment.getSpec(),
            new WorkloadSpec(WorkloadName.CELLS, 10, null, null, null, cells, null, null, null)));
    return experiment;
  }

  /** {@link #cells} with users of these kinds. */
  public static ScalabilityExperiment cells(String namespace, List<CellsSpec.Client> clients) {
    ScalabilityExperiment experiment = closed(small(namespace), 10, 20);
    CellsSpec cells = new CellsSpec(null, Map.of("3", 1), true, 0, 0, clients);
    experiment.setSpec(
        of(
            experiment.getSpec(),
            new WorkloadSpec(WorkloadName.CELLS, 10, null, null, null, cells, null, null, null)));
    return experiment;
  }

  /** {@link #small} with another mix of its transactions. */
  public static ScalabilityExperiment mixed(String namespace, Map<String, Double> mix) {
    ScalabilityExperiment experiment = small(namespace);
    experiment.setSpec(
        of(
            experiment.getSpec(),
            new WorkloadSpec(WorkloadName.ECPERF, 10, null, null, mix, null, null, null, null)));
    return experiment;
  }

  /** {@link #small} with the whole of ecperf, at its usual mix. */
  public static ScalabilityExperiment ecperf(String namespace) {
    return ecperf(namespace, null);
  }

  /** The whole of ecperf with another mix. */
  public static ScalabilityExperiment ecperf(String namespace, Map<String, Double> mix) {
    ScalabilityExperiment experiment = small(namespace);
    EcperfSpec ecperf = new EcperfSpec(20, 3000, 500, 1500);
    experiment.setSpec(
        of(
            experiment.getSpec(),
            new WorkloadSpec(WorkloadName.ECPERF, 10, null, null, mix, null, null, null, ecperf)));
    return experiment;
  }

  /** {@link #small} with the portal, whose cache is on the server that owns an entry. */
  public static ScalabilityExperiment portal(String namespace) {
    ScalabilityExperiment experiment = small(namespace);
    experiment.setSpec(
        of(
            experiment.getSpec(),
            new WorkloadSpec(
                WorkloadName.PORTAL,
                10,
                null,
                null,
                null,
                null,
                new PortalSpec(CachePlace.OWNER, 7, 3, 1500, 8),
                null,
                null)));
    return experiment;
  }

  /** {@link #small} with an own application that tells metrics, and is no cluster. */
  public static ScalabilityExperiment own(String namespace) {
    ScalabilityExperiment experiment = small(namespace);
    OwnSpec own =
        new OwnSpec(
            List.of(new OwnSpec.Share("look", 75), new OwnSpec.Share("buy", 25)),
            2,
            "/ready",
            8080,
            false,
            List.of(new OwnSpec.Variable("SHELVES", "3")),
            0,
            100);
    ScalabilityExperimentSpec spec = experiment.getSpec();
    WorkloadSpec workload =
        new WorkloadSpec(WorkloadName.OWN, 10, null, null, null, null, null, own, null);
    ApplicationSpec application = Specs.application("1500m", "registry.example/shop:1", false);
    SystemSpec system =
        new SystemSpec(Provisioner.AUTO, application, Specs.database(), Specs.balancer(true));
    LoadSpec load = Specs.load(spec.load().rates(), null, "registry.example/shop-load:1", 1);
    experiment.setSpec(of(spec, workload, system, load, spec.objectives()));
    return experiment;
  }

  /** The experiment in a closed model, with so many users in each step. */
  public static ScalabilityExperiment closed(ScalabilityExperiment experiment, Integer... users) {
    ScalabilityExperimentSpec spec = experiment.getSpec();
    experiment.setSpec(of(spec, Specs.load(null, List.of(users)), spec.objectives()));
    return experiment;
  }

  /** The experiment with several load generators. */
  public static ScalabilityExperiment shared(ScalabilityExperiment experiment, int generators) {
    ScalabilityExperimentSpec spec = experiment.getSpec();
    LoadSpec load = Specs.load(spec.load().rates(), spec.load().users(), null, generators);
    experiment.setSpec(of(spec, load, spec.objectives()));
    return experiment;
  }

  /** The experiment with other rates, and another response time asked for. */
  public static void open(ScalabilityExperiment experiment, int p95Millis, List<Integer> rates) {
    ObjectivesSpec objectives = new ObjectivesSpec(p95Millis, 1, null, null);
    experiment.setSpec(of(experiment.getSpec(), Specs.load(rates, null), objectives));
  }

  private static ScalabilityExperimentSpec of(
      ScalabilityExperimentSpec spec, LoadSpec load, ObjectivesSpec objectives) {
    return of(spec, spec.workload(), spec.system(), load, objectives);
  }

  /** A spec with another workload. */
  public static ScalabilityExperimentSpec of(
      ScalabilityExperimentSpec spec, WorkloadSpec workload) {
    return of(spec, workload, spec.system(), spec.load(), spec.objectives());
  }

  private static ScalabilityExperimentSpec of(
      ScalabilityExperimentSpec spec,
      WorkloadSpec workload,
      SystemSpec system,
      LoadSpec load,
      ObjectivesSpec objectives) {
    return new ScalabilityExperimentSpec(
        workload,
        system,
        spec.sweep(),
        load,
        objectives,
        spec.deadlines(),
        spec.backoffLimit(),
        spec.cleanup());
  }

  /** The same under another name, applied: with the API server's own defaults and identity. */
  public static ScalabilityExperiment applied(ApiServer api, String name) {
    return applied(api, name, small(api.namespace()));
  }

  /** As above, of any experiment. */
  public static ScalabilityExperiment applied(
      ApiServer api, String name, ScalabilityExperiment experiment) {
    experiment.getMetadata().setName(name);
    experiment.getMetadata().setUid(null);
    return api.client().resource(experiment).create();
  }

  /** The trial of {@link #small} with two servers. */
  public static TrialPlan two(ScalabilityExperiment experiment) {
    return Planner.plan(experiment.getMetadata().getName(), experiment.getSpec()).trials().get(1);
  }

  /** The images of an operator without settings. */
  public static Images images() {
    return DEFAULTS.getConfigMapping(Images.class);
  }

  /** The settings of an operator without settings. */
  public static TestbedSettings settings() {
    return DEFAULTS.getConfigMapping(TestbedSettings.class);
  }
}
