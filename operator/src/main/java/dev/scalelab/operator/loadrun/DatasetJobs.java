package dev.scalelab.operator.loadrun;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.TrialPlan;
import dev.scalelab.operator.platform.DatabaseAccess;
import dev.scalelab.operator.platform.Images;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.TestbedSettings;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Jobs that make, reset and audit the dataset with the benchmark application's own tool. */
final class DatasetJobs {
  static final String CONTAINER = Tier.DATASET.container();
  private static final String TOOL = "/opt/scalelab/bin/dataset";

  private final Images images;
  private final TestbedSettings settings;

  DatasetJobs(Images images, TestbedSettings settings) {
    this.images = images;
    this.settings = settings;
  }

  /** Makes the template database and the first working database of a variant. */
  Job prepare(ScalabilityExperiment e, String variant) {
    String name = Names.prepareJob(e.getMetadata().getName(), variant);
    Map<String, String> labels = Labels.shared(e.getMetadata().getName(), Tier.DATASET);
    return job(e, variant, new JobManifest(e, name, labels), "reset");
  }

  /** Makes the working database what it was at first. */
  Job reset(ScalabilityExperiment e, TrialPlan t, int run) {
    return job(e, t, run, Names.resetJob(t.name(), run), "reset");
  }

  /** Counts what a run left in the working database. */
  Job audit(ScalabilityExperiment e, TrialPlan t, int run) {
    return job(e, t, run, Names.auditJob(t.name(), run), "audit");
  }

  private Job job(ScalabilityExperiment e, TrialPlan t, int run, String name, String command) {
    Map<String, String> labels = Labels.ofTrial(e.getMetadata().getName(), t.name(), Tier.DATASET);
    JobManifest manifest =
        new JobManifest(e, name, labels).ofRun(Names.run(t.name(), run)).withInputs(t.inputsHash());
    return job(e, t.variant(), manifest, command);
  }

  private Job job(ScalabilityExperiment e, String variant, JobManifest manifest, String command) {
    String image = e.getSpec().system().application().image();
    ContainerBuilder container =
        new ContainerBuilder()
            .withName(CONTAINER)
            .withImage(image == null ? images.benchmarkApp() : image)
            .withImagePullPolicy(images.pullPolicy())
            .withCommand(TOOL, command)
            .withResources(settings.datasetResources().requirements());
    return manifest.build(container, environment(e, variant), 0);
  }

  /** The tool gives up first: it has more to say than its Job. */
  private static int toolSeconds(ScalabilityExperiment e) {
    return e.getSpec().deadlines().jobSeconds() * 9 / 10;
  }

  private static List<EnvVar> environment(ScalabilityExperiment e, String variant) {
    String cluster = Names.database(e.getMetadata().getName(), variant);
    List<EnvVar> environment =
        new ArrayList<>(DatabaseAccess.environment(cluster, e.getSpec().workload().name()));
    environment.add(
        new EnvVar("DB_TEMPLATE", DatabaseAccess.template(e.getSpec().workload().name()), null));
    environment.add(new EnvVar("DATASET_TIMEOUT_SECONDS", "" + toolSeconds(e), null));
    environment.add(new EnvVar("WORKLOAD", e.getSpec().workload().name().label(), null));
    environment.add(new EnvVar("SCALE", "" + e.getSpec().workload().scale(), null));
    return environment;
  }
}
