package dev.scalelab.operator.loadrun;

import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.platform.Images;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Owner;
import dev.scalelab.operator.platform.Quantities;
import dev.scalelab.operator.platform.Resources;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.testbed.Balancer;
import dev.scalelab.operator.workload.Workload;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Jobs that send load to a testbed: the warm-up and the measured runs. */
final class LoadJobs {
  static final String CONTAINER = Tier.LOAD.container();
  private static final int METRICS = 9102;
  private static final String RENDEZVOUS = "rendezvous";
  private static final int RENDEZVOUS_PORT = 9103;

  /** The other half of the memory is for buffers, threads and compiled code. */
  private static final int HEAP_PART = 2;

  /** With more, a server's threads leave too little CPU to its single compiler thread. */
  private static final int WARM_UP_OPEN_PER_CORE = 3;

  /**
   * Approximate throughput of a core during the warm-up, per second: by Little's law it determines
   * how many more transactions are in flight because of pauses.
   */
  private static final int WARM_UP_DONE_PER_CORE = 50;

  /**
   * If a number of transactions ends the warm-up, its duration is only an upper bound and does not
   * determine the ramp.
   */
  private static final int LONGEST_RAMP_TO_A_NUMBER = 10;

  /** Arrivals per second for each core: more than it can start with that few in flight. */
  private static final int WARM_UP_RATE_PER_CORE = 200;

  /** Long enough to count several hundred transactions, and short against the compilers' work. */
  private static final int WARM_INTERVAL_SECONDS = 15;

  /** Maximum rate of the load generator. */
  private static final int MAX_RATE = 100_000;

  private final Images images;

  LoadJobs(Images images) {
    this.images = images;
  }

  /**
   * Load at which fresh servers are saturated, with excess transactions shed: compilers see as many
   * calls as the time allows, whatever the number of servers, and no queue is left behind. Nothing
   * of it is measured.
   *
   * @param factor by which the number of transactions is multiplied
   */
  Job warmUp(ScalabilityExperiment e, Configuration configuration, int factor) {
    LoadSpec load = configuration.load();
    int seconds = load.warmUp().maxSeconds();
    int enough = factor * load.warmUp().transactionsPerServer();
    int ramp = enough == 0 ? seconds / 4 : Math.min(seconds / 4, LONGEST_RAMP_TO_A_NUMBER);
    int rate =
        Math.min(Math.max(load.maxRate(), WARM_UP_RATE_PER_CORE * cores(configuration)), MAX_RATE);
    int open = warmUpOpen(configuration);
    List<EnvVar> settings =
        List.of(
            variable("MODE", "warmup"),
            variable("RUN", Names.warmUpJob(configuration.name())),
            variable("RATES", rate),
            variable("MAX_IN_FLIGHT", open),
            variable("MAX_TRANSACTIONS", enough * configuration.replicas()),
            variable("WARM_SECONDS", load.warmUp().endsWhenSteady() ? WARM_INTERVAL_SECONDS : 0),
            variable("STEP_SECONDS", seconds),
            variable("WARM_UP_SECONDS", ramp),
            variable("RAMP_SECONDS", ramp));
    return job(
        e,
        configuration,
        manifest(e, configuration, Names.warmUpJob(configuration.name())),
        warmUpGenerators(configuration),
        settings,
        load.seed(),
        seconds + configuration.workload().drainSecondsOfWarmUp(load));
  }

  /** At most one generator per in-flight transaction; each needs at least one. */
  int warmUpGenerators(Configuration configuration) {
    return Math.min(configuration.load().generators().count(), warmUpOpen(configuration));
  }

  private static int warmUpOpen(Configuration configuration) {
    return warmUpOpenPerCore(configuration.workload()) * cores(configuration);
  }

  /** Of all servers, each rounded up; those with the beans may have more than the web tier's. */
  private static int cores(Configuration configuration) {
    return configuration.serverGroups().stream()
        .mapToInt(
            group ->
                group.servers() * Quantities.wholeCores(configuration.application(group).cpu()))
        .sum();
  }

  /** With fewer, servers would be idle while work orders pause at the stations. */
  private static int warmUpOpenPerCore(Workload workload) {
    double paused = WARM_UP_DONE_PER_CORE * workload.meanStationsMillis() / 1000;
    return WARM_UP_OPEN_PER_CORE + (int) Math.round(paused);
  }

  /** One run: its steps, one after another. */
  Job run(ScalabilityExperiment e, Configuration configuration, RunPlan run) {
    LoadSpec load = configuration.load();
    String name = Names.run(configuration.name(), run.run());
    List<EnvVar> settings =
        new ArrayList<>(
            List.of(
                variable("MODE", "measure"),
                variable("RUN", name),
                variable("STEP_SECONDS", run.stepSeconds()),
                variable("WARM_UP_SECONDS", run.settleSeconds()),
                variable("RAMP_SECONDS", run.rampSeconds())));
    settings.addAll(variables(configuration.workload().pauses(run.closedModel())));
    settings.addAll(RunLevels.of(configuration, run));
    return job(
        e,
        configuration,
        manifest(e, configuration, Names.loadJob(configuration.name(), run.run())).ofRun(name),
        load.generators().count(),
        settings,
        run.seed(),
        run.seconds() + configuration.workload().drainSeconds(load));
  }

  private static JobManifest manifest(
      ScalabilityExperiment e, Configuration configuration, String name) {
    Map<String, String> labels =
        Labels.ofTrial(e.getMetadata().getName(), configuration.name(), Tier.LOAD);
    return new JobManifest(e, configuration, name, labels).withInputs(configuration.hash());
  }

  private Job job(
      ScalabilityExperiment e,
      Configuration configuration,
      JobManifest manifest,
      int generators,
      List<EnvVar> settings,
      long seed,
      int seconds) {
    LoadSpec load = configuration.load();
    List<EnvVar> environment = new ArrayList<>(settings);
    environment.addAll(variables(configuration.workload().loadSettings()));
    environment.addAll(variables(Balancer.loadSettings(configuration)));
    environment.addAll(
        List.of(
            variable("SEED", seed),
            variable("REQUEST_TIMEOUT_MILLIS", load.requestTimeoutMillis()),
            variable("HEAP", Quantities.mebibytes(load.generators().memory()) / HEAP_PART + "m")));
    ContainerBuilder container =
        new ContainerBuilder()
            .withName(CONTAINER)
            .withImage(
                load.generators().image() == null
                    ? images.loadGenerator()
                    : load.generators().image())
            .withImagePullPolicy(images.pullPolicy())
            .withPorts(port("metrics", METRICS))
            .withResources(
                Resources.fixed(load.generators().cpu(), load.generators().memory())
                    .requirements());
    if (generators > 1) {
      environment.addAll(rendezvous(configuration, manifest.name(), generators));
      container.addToPorts(port(RENDEZVOUS, RENDEZVOUS_PORT));
    }
    return manifest
        .withWritable(load.generators().writableFolders())
        .sharedBy(generators, Names.generators(configuration.name()))
        .build(container, environment, seconds);
  }

  /**
   * Each generator gets its own number, and the address at which it meets the first one before the
   * start.
   */
  private static List<EnvVar> rendezvous(Configuration configuration, String job, int generators) {
    String first = Names.generator(job, 0) + "." + Names.generators(configuration.name());
    // The generators time out before their Job, because their message is more specific.
    int seconds = configuration.spec().timeouts().jobSeconds() * 9 / 10;
    return List.of(
        variable("GENERATORS", generators),
        new EnvVarBuilder()
            .withName("GENERATOR")
            .withNewValueFrom()
            .withNewFieldRef()
            .withFieldPath("metadata.annotations['" + JobReader.POD_NUMBER + "']")
            .endFieldRef()
            .endValueFrom()
            .build(),
        variable("TOGETHER_URL", "http://" + first + ":" + RENDEZVOUS_PORT),
        variable("TOGETHER_SECONDS", seconds));
  }

  /** Headless service by which the load generators of a trial find one another. */
  Service service(ScalabilityExperiment e, Configuration configuration) {
    return new ServiceBuilder()
        .withNewMetadata()
        .withName(Names.generators(configuration.name()))
        .withNamespace(e.getMetadata().getNamespace())
        .withLabels(Labels.ofTrial(e.getMetadata().getName(), configuration.name(), Tier.LOAD))
        .withOwnerReferences(Owner.reference(e))
        .endMetadata()
        .withNewSpec()
        .withClusterIP("None")
        // Pods that are not ready because they wait for the others must be resolvable already.
        .withPublishNotReadyAddresses(true)
        .withSelector(Labels.selector(configuration.name(), Tier.LOAD))
        .addNewPort()
        .withName(RENDEZVOUS)
        .withPort(RENDEZVOUS_PORT)
        .endPort()
        .endSpec()
        .build();
  }

  private static List<EnvVar> variables(Map<String, Object> settings) {
    return settings.entrySet().stream().map(s -> variable(s.getKey(), s.getValue())).toList();
  }

  static EnvVar variable(String name, Object value) {
    return new EnvVar(name, String.valueOf(value), null);
  }

  private static ContainerPort port(String name, int number) {
    return new ContainerPortBuilder().withName(name).withContainerPort(number).build();
  }
}
