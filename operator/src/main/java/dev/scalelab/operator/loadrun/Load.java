package dev.scalelab.operator.loadrun;

import dev.scalelab.operator.api.GeneratorsSpec;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.testbed.AdmissionProbe;
import dev.scalelab.operator.testbed.Component;
import dev.scalelab.operator.testbed.ComponentContext;
import dev.scalelab.operator.testbed.PodGroup;
import dev.scalelab.operator.testbed.Readiness;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** The load generators of a run. A run is a step of its own, so nobody waits for them here. */
public final class Load extends Component {
  private final LoadRuns runs;

  public Load(LoadRuns runs) {
    super("Load", "the load", Reason.LOAD_FAILED);
    this.runs = runs;
  }

  @Override
  public Stage stage() {
    return Stage.NEVER;
  }

  /** They report their CPU themselves, and end with the last step. */
  @Override
  public List<PodGroup> podGroups(Configuration configuration) {
    GeneratorsSpec generators = configuration.load().generators();
    return List.of(
        PodGroup.measured(
                Tier.LOAD,
                "the load generators",
                "spec.load.generators",
                generators.pod(),
                Labels.selector(configuration.name(), Tier.LOAD),
                configuration.name() + "-r[0-9]+-load-[-a-z0-9]+",
                generators.count())
            .unmeasured());
  }

  @Override
  public ScalabilityExperimentSpec withImages(
      ScalabilityExperimentSpec spec, BiFunction<Tier, String, String> change) {
    GeneratorsSpec generators = spec.load().generators();
    return spec.withLoad(
        spec.load()
            .withGenerators(generators.withImage(change.apply(Tier.LOAD, generators.image()))));
  }

  /** The first Job of load stands for all. */
  @Override
  public List<AdmissionProbe> probes(ScalabilityExperiment e, Configuration configuration) {
    return List.of(AdmissionProbe.exact("spec.load.generators", runs.warmUp(e, configuration)));
  }

  /** A pod has it from its Job. */
  @Override
  public Optional<PodSpec> requested(
      ScalabilityExperiment e, Configuration configuration, Pod pod) {
    return pod.getMetadata().getOwnerReferences().stream()
        .filter(owner -> owner.getKind().equals("Job"))
        .map(OwnerReference::getName)
        .findFirst()
        .flatMap(job -> runs.template(e, job));
  }

  @Override
  public Readiness observe(ComponentContext context) {
    return Readiness.ready();
  }
}
