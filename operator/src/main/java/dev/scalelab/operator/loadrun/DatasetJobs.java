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
  Job prepare(ScalabilityExperiment e, Configuration configuration) {
    String name = Dataset.job(configuration);
    Map<String, String> labels =
        Labels.ofLayout(e.getMetadata().getName(), configuration.layout(), Tier.DATASET);
    return job(
        configuration,
        new JobManifest(e, configuration, name, labels),
        "reset",
        environment(configuration));
  }

  /**
   * Resets the working databases to their initial content, and clears the caches of Infinispan
   * servers.
   */
  Job reset(ScalabilityExperiment e, Configuration configuration, int run) {
    List<EnvVar> environment = environment(configuration);
    environment.addAll(RemoteCache.environment(configuration));
    return job(
        e, configuration, run, Names.resetJob(configuration.name(), run), "reset", environment);
  }

  /** Counts the rows that a run left in the working databases. */
  Job audit(ScalabilityExperiment e, Configuration configuration, int run) {
    return job(
        e,
        configuration,
        run,
        Names.auditJob(configuration.name(), run),
        "audit",
        environment(configuration));
  }

  private Job job(
      ScalabilityExperiment e,
      Configuration configuration,
      int run,
      String name,
      String command,
      List<EnvVar> environment) {
    Map<String, String> labels =
        Labels.ofTrial(e.getMetadata().getName(), configuration.name(), Tier.DATASET);
    JobManifest manifest =
        new JobManifest(e, configuration, name, labels)
            .ofRun(Names.run(configuration.name(), run))
            .withInputs(configuration.hash());
    return job(configuration, manifest, command, environment);
  }

  private Job job(
      Configuration configuration, JobManifest manifest, String command, List<EnvVar> environment) {
    String image = configuration.application().image();
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
  private static int toolSeconds(Configuration configuration) {
    return configuration.spec().timeouts().jobSeconds() * 9 / 10;
  }

  private static List<EnvVar> environment(Configuration configuration) {
    Workload workload = configuration.workload();
    List<EnvVar> environment = new ArrayList<>();
    if (workload.usesDatabase()) {
      environment.addAll(DatabaseAccess.environment(configuration));
      environment.addAll(DatabaseAccess.privateHosts(configuration));
      environment.add(new EnvVar("DB_TEMPLATE", DatabaseAccess.template(workload), null));
      environment.addAll(DatabaseAccess.limits(configuration));
    }
    environment.add(new EnvVar("DATASET_TIMEOUT_SECONDS", "" + toolSeconds(configuration), null));
    environment.add(new EnvVar("WORKLOAD", workload.label(), null));
    if (workload.usesDatabase()) {
      environment.add(new EnvVar("SCALE", "" + configuration.spec().workload().scale(), null));
    }
    return environment;
  }
}
