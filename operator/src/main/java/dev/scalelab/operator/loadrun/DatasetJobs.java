package dev.scalelab.operator.loadrun;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.platform.DatabaseAccess;
import dev.scalelab.operator.platform.Images;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.TestbedSettings;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.testbed.RemoteCache;
import dev.scalelab.operator.workload.Workload;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Jobs that create, reset and audit the dataset with the benchmark application's own tool. */
final class DatasetJobs {
  static final String CONTAINER = Tier.DATASET.container();
  private static final String TOOL = "/opt/scalelab/bin/dataset";

  private final Images images;
  private final TestbedSettings settings;

  DatasetJobs(Images images, TestbedSettings settings) {
    this.images = images;
    this.settings = settings;
  }

  /** Creates the template and the first working database of each of a variant's databases. */
  Job prepare(ScalabilityExperiment e, Configuration t) {
    String name = Names.prepareJob(t.experiment(), t.layout());
    Map<String, String> labels =
        Labels.ofLayout(e.getMetadata().getName(), t.layout(), Tier.DATASET);
    return job(t, new JobManifest(e, t, name, labels), "reset", environment(t));
  }

  /**
   * Resets the working databases to their initial content, and clears the caches of Infinispan
   * servers.
   */
  Job reset(ScalabilityExperiment e, Configuration t, int run) {
    List<EnvVar> environment = environment(t);
    environment.addAll(RemoteCache.environment(t));
    return job(e, t, run, Names.resetJob(t.name(), run), "reset", environment);
  }

  /** Counts the rows that a run left in the working databases. */
  Job audit(ScalabilityExperiment e, Configuration t, int run) {
    return job(e, t, run, Names.auditJob(t.name(), run), "audit", environment(t));
  }

  private Job job(
      ScalabilityExperiment e,
      Configuration t,
      int run,
      String name,
      String command,
      List<EnvVar> environment) {
    Map<String, String> labels = Labels.ofTrial(e.getMetadata().getName(), t.name(), Tier.DATASET);
    JobManifest manifest =
        new JobManifest(e, t, name, labels).ofRun(Names.run(t.name(), run)).withInputs(t.hash());
    return job(t, manifest, command, environment);
  }

  private Job job(Configuration t, JobManifest manifest, String command, List<EnvVar> environment) {
    String image = t.application().image();
    ContainerBuilder container =
        new ContainerBuilder()
            .withName(CONTAINER)
            .withImage(image == null ? images.benchmarkApp() : image)
            .withImagePullPolicy(images.pullPolicy())
            .withCommand(TOOL, command)
            .withResources(settings.datasetResources().requirements());
    return manifest.build(container, environment, 0);
  }

  /** The tool times out before its Job, because its message is more specific. */
  private static int toolSeconds(Configuration t) {
    return t.spec().timeouts().jobSeconds() * 9 / 10;
  }

  private static List<EnvVar> environment(Configuration t) {
    Workload workload = t.workload();
    List<EnvVar> environment = new ArrayList<>();
    if (workload.usesDatabase()) {
      environment.addAll(DatabaseAccess.environment(t));
      environment.addAll(DatabaseAccess.privateHosts(t));
      environment.add(new EnvVar("DB_TEMPLATE", DatabaseAccess.template(workload), null));
      environment.addAll(DatabaseAccess.limits(t));
    }
    environment.add(new EnvVar("DATASET_TIMEOUT_SECONDS", "" + toolSeconds(t), null));
    environment.add(new EnvVar("WORKLOAD", workload.label(), null));
    if (workload.usesDatabase()) {
      environment.add(new EnvVar("SCALE", "" + t.spec().workload().scale(), null));
    }
    return environment;
  }
}
