package dev.scalelab.operator.loadrun;

import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.platform.Images;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Owner;
import dev.scalelab.operator.platform.Quantities;
import dev.scalelab.operator.platform.Resources;
import dev.scalelab.operator.platform.Tier;
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
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Jobs that send load to a testbed: the warm-up and the measured runs. */
final class LoadJobs {
  static final String CONTAINER = Tier.LOAD.container();
  private static final int METRICS = 9102;
  private static final String MEETING = "together";
  private static final int MEETING_PORT = 9103;

  /** The other half is for buffers, threads and compiled code. */
  private static final int HEAP_PART = 2;

  /** With more, a server's threads leave its one compiler too little of the core. */
  private static final int WARM_UP_OPEN_PER_CORE = 3;

  /**
   * About what a core does a second while it warms up: by Little's law so many more are open as
   * pause meanwhile.
   */
  private static final int WARM_UP_DONE_PER_CORE = 50;

  /**
   * Where a number of transactions ends the warm-up, its time is a bound, and says nothing of how
   * to begin.
   */
  private static final int LONGEST_RAMP_TO_A_NUMBER = 10;

  /** More transactions a second than a core begins with so few open. */
  private static final int WARM_UP_RATE_PER_CORE = 200;

  /** Fewer would leave transactions out in the short stalls that every system has. */
  private static final int MIN_IN_FLIGHT = 100;

  /** As many as one generator takes. */
  private static final int MAX_IN_FLIGHT = 50_000;

  /** The load generator takes no higher rate. */
  private static final int MAX_RATE = 100_000;

  private final Images images;

  LoadJobs(Images images) {
    this.images = images;
  }

  /**
   * As much load as fresh servers take, with what they cannot take left out: compilers see as much
   * as the time allows, however many servers share it, and no queue is left behind. Nothing of it
   * is measured.
   */
  Job warmUp(ScalabilityExperiment e, Configuration t) {
    LoadSpec load = t.load();
    int seconds = load.warmUp().maxSeconds();
    int cores = Quantities.wholeCores(t.application().cpu());
    int enough = load.warmUp().transactionsPerServer();
    int ramp = enough == 0 ? seconds / 4 : Math.min(seconds / 4, LONGEST_RAMP_TO_A_NUMBER);
    int rate =
        Math.min(Math.max(load.maxRate(), WARM_UP_RATE_PER_CORE * cores * t.replicas()), MAX_RATE);
    int open = warmUpOpen(t);
    List<EnvVar> settings =
        List.of(
            variable("MODE", "warmup"),
            variable("RUN", Names.warmUpJob(t.name())),
            variable("RATES", rate),
            variable("MAX_IN_FLIGHT", open),
            variable("MAX_TRANSACTIONS", enough * t.replicas()),
            variable("STEP_SECONDS", seconds),
            variable("WARM_UP_SECONDS", ramp),
            variable("RAMP_SECONDS", ramp));
    return job(
        e,
        t,
        manifest(e, t, Names.warmUpJob(t.name())),
        warmUpGenerators(t),
        settings,
        load.seed(),
        seconds + t.workload().drainSecondsOfWarmUp(load));
  }

  /** Each has one transaction open at the least: more of them would send more than should be. */
  int warmUpGenerators(Configuration t) {
    return Math.min(t.load().generators().count(), warmUpOpen(t));
  }

  private static int warmUpOpen(Configuration t) {
    int cores = Quantities.wholeCores(t.application().cpu());
    return warmUpOpenPerCore(t.workload()) * cores * t.replicas();
  }

  /** With fewer, servers would be idle while work orders are at the stations of their lines. */
  private static int warmUpOpenPerCore(Workload workload) {
    double paused = WARM_UP_DONE_PER_CORE * workload.meanStationsMillis() / 1000;
    return WARM_UP_OPEN_PER_CORE + (int) Math.round(paused);
  }

  /** One run: its steps, one after another. */
  Job run(ScalabilityExperiment e, Configuration t, RunPlan run) {
    LoadSpec load = t.load();
    String name = Names.run(t.name(), run.run());
    List<EnvVar> settings =
        new ArrayList<>(
            List.of(
                variable("MODE", "measure"),
                variable("RUN", name),
                variable("STEP_SECONDS", run.stepSeconds()),
                variable("WARM_UP_SECONDS", run.settleSeconds()),
                variable("RAMP_SECONDS", run.rampSeconds())));
    settings.addAll(variables(t.workload().pauses(run.closedModel())));
    settings.addAll(levels(t, run));
    return job(
        e,
        t,
        manifest(e, t, Names.loadJob(t.name(), run.run())).ofRun(name),
        load.generators().count(),
        settings,
        run.seed(),
        run.seconds() + t.workload().drainSeconds(load));
  }

  /** In a closed model no more can be in flight than there are users. */
  private static List<EnvVar> levels(Configuration t, RunPlan run) {
    if (!run.closedModel()) {
      List<Integer> rates = run.steps().stream().map(step -> step.perSecond().intValue()).toList();
      return List.of(
          levels("RATES", rates),
          variable("MAX_IN_FLIGHT", maxInFlight(t, Collections.max(rates))));
    }
    EnvVar users = levels("USERS", run.steps().stream().map(StepTarget::users).toList());
    Integer transactions = t.load().transactionsPerUser();
    return transactions == null
        ? List.of(users)
        : List.of(users, variable("TRANSACTIONS_PER_USER", transactions));
  }

  private static EnvVar levels(String name, List<Integer> levels) {
    return variable(name, levels.stream().map(String::valueOf).collect(Collectors.joining(",")));
  }

  /**
   * Transactions that the highest rate brings within the longest objective and their own pauses: by
   * Little's law a configuration whose mean is within it has fewer in flight, except in a stall.
   * One that gets more than it can do mostly keeps doing what it can, rather than work for clients
   * that no longer wait.
   */
  private static int maxInFlight(Configuration t, int maxRate) {
    double millis = t.spec().objectives().longestMillis() + t.workload().meanThinkMillis();
    return (int) Math.max(MIN_IN_FLIGHT, Math.min(MAX_IN_FLIGHT, maxRate * millis / 1000));
  }

  private static JobManifest manifest(ScalabilityExperiment e, Configuration t, String name) {
    Map<String, String> labels = Labels.ofTrial(e.getMetadata().getName(), t.name(), Tier.LOAD);
    return new JobManifest(e, t, name, labels).withInputs(t.hash());
  }

  private Job job(
      ScalabilityExperiment e,
      Configuration t,
      JobManifest manifest,
      int generators,
      List<EnvVar> settings,
      long seed,
      int seconds) {
    LoadSpec load = t.load();
    List<EnvVar> environment = new ArrayList<>(settings);
    environment.addAll(variables(t.workload().loadSettings()));
    environment.addAll(
        List.of(
            variable("TARGET_URL", "http://" + Names.balancer(t.name()) + ":8080"),
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
      environment.addAll(together(t, manifest.name(), generators));
      container.addToPorts(port(MEETING, MEETING_PORT));
    }
    return manifest
        .sharedBy(generators, Names.generators(t.name()))
        .build(container, environment, seconds);
  }

  /** Each is told which of them it is, and where the first one is met before they begin. */
  private static List<EnvVar> together(Configuration t, String job, int generators) {
    String first = Names.generator(job, 0) + "." + Names.generators(t.name());
    // The generators give up first: they have more to say than their Job.
    int seconds = t.spec().timeouts().jobSeconds() * 9 / 10;
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
        variable("TOGETHER_URL", "http://" + first + ":" + MEETING_PORT),
        variable("TOGETHER_SECONDS", seconds));
  }

  /** Gives the load generators of a trial names by which they find one another. */
  Service service(ScalabilityExperiment e, Configuration t) {
    return new ServiceBuilder()
        .withNewMetadata()
        .withName(Names.generators(t.name()))
        .withNamespace(e.getMetadata().getNamespace())
        .withLabels(Labels.ofTrial(e.getMetadata().getName(), t.name(), Tier.LOAD))
        .withOwnerReferences(Owner.reference(e))
        .endMetadata()
        .withNewSpec()
        .withClusterIP("None")
        // Pods that do nothing but wait for the others are to be found already.
        .withPublishNotReadyAddresses(true)
        .withSelector(Labels.selector(t.name(), Tier.LOAD))
        .addNewPort()
        .withName(MEETING)
        .withPort(MEETING_PORT)
        .endPort()
        .endSpec()
        .build();
  }

  private static List<EnvVar> variables(Map<String, Object> settings) {
    return settings.entrySet().stream().map(s -> variable(s.getKey(), s.getValue())).toList();
  }

  private static EnvVar variable(String name, Object value) {
    return new EnvVar(name, String.valueOf(value), null);
  }

  private static ContainerPort port(String name, int number) {
    return new ContainerPortBuilder().withName(name).withContainerPort(number).build();
  }
}
