package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.Waiting;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.loadrun.LoadRuns;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.GivenTestbed;
import dev.scalelab.operator.support.Parts;
import dev.scalelab.operator.testbed.Component;
import dev.scalelab.operator.testbed.ComponentState;
import dev.scalelab.operator.testbed.Readiness;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What stands between the operator and its pods says why there are none, and what ended in a pod
 * says why in its log: the operator's own messages soon quote both.
 */
class ControllersMessagesOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();

  private static final String DENIED =
      "Error creating: admission webhook \"images.example\" denied the request: not this image";

  /** As CloudNativePG 1.30 prints what PostgreSQL 17 says. */
  private static final String LOG =
      """
      {"level":"info","ts":"2026-11-27T08:59:26Z","logger":"pg_ctl","msg":"2026-11-27 08:59:26.427 UTC [7167] LOG:  unrecognized configuration parameter \\"work_men\\" in file \\"/pgdata/custom.conf\\" line 12","pipe":"stdout"}
      {"level":"info","ts":"2026-11-27T08:59:26Z","logger":"pg_ctl","msg":"2026-11-27 08:59:26.427 UTC [7167] FATAL:  configuration file \\"/pgdata/custom.conf\\" contains errors","pipe":"stdout"}
      {"level":"info","ts":"2026-11-27T08:59:26Z","logger":"pg_ctl","msg":"pg_ctl: could not start server","pipe":"stderr"}
      {"level":"error","ts":"2026-11-27T08:59:26Z","msg":"Error while bootstrapping data directory","error":"exit status 1"}
      """;

  private PlayedEndpoints endpoints;
  private MortalClient client;
  private GivenTestbed testbed;

  @BeforeEach
  void start() {
    endpoints = new PlayedEndpoints();
    client = new MortalClient(api.client(), endpoints);
    testbed = new GivenTestbed(client.client());
  }

  @AfterEach
  void stop() {
    client.close();
    endpoints.close();
  }

  @Test
  void aDatabaseWhoseJobMayNotCreateItsPodIsRefused() {
    ScalabilityExperiment e = Experiments.applied(api, "denied-db");
    Configuration configuration = Experiments.two(e);
    testbed.deployDatabases(e, configuration);
    phase("denied-db-base-db", "Setting up primary");
    warn(initdb("denied-db-base-db"), "FailedCreate", DENIED);

    Readiness seen = testbed.databases(e, configuration);

    assertThat(seen.reason()).isEqualTo(Reason.REFUSED);
    assertThat(seen.detail()).isEqualTo("Setting up primary; FailedCreate: " + DENIED);
  }

  @Test
  void ofADatabasesJobsTheLatestWarningCounts() {
    ScalabilityExperiment e = Experiments.applied(api, "two-jobs");
    Configuration configuration = Experiments.two(e);
    testbed.deployDatabases(e, configuration);
    phase("two-jobs-base-db", "Creating a new replica");
    warn(initdb("two-jobs-base-db"), "FailedCreate", DENIED);
    warn(cluster("two-jobs-base-db"), "FailedCreate", "no volume", "2026-11-27T08:00:01Z");

    assertThat(testbed.databases(e, configuration).detail())
        .isEqualTo("Creating a new replica; FailedCreate: no volume");
  }

  @Test
  void aDatabaseWhoseObjectsCloudNativePgMayNotCreateIsRefused() {
    ScalabilityExperiment e = Experiments.applied(api, "denied-service");
    Configuration configuration = Experiments.two(e);
    testbed.deployDatabases(e, configuration);
    GenericKubernetesResource cluster = cluster("denied-service-base-db");
    cluster.setAdditionalProperty(
        "status",
        Map.of("phase", "Unable to create required cluster objects", "phaseReason", DENIED));
    api.client().resource(cluster).updateStatus();

    assertThat(testbed.databases(e, configuration).reason()).isEqualTo(Reason.REFUSED);
  }

  @Test
  void aJobThatMayNotCreateItsPodIsRefused() {
    ScalabilityExperiment e = Experiments.applied(api, "denied-job");
    Configuration configuration = Experiments.two(e);
    LoadRuns runs = Parts.loadRuns(client.client());
    runs.startPrepare(e, configuration);
    String name = Names.prepareJob("denied-job", configuration.layout());
    warn(job(name), "FailedCreate", DENIED);

    JobObservation seen = runs.observe(e, name);

    assertThat(seen.isDenied()).isTrue();
    assertThat(seen.detail()).isEqualTo("its pod does not exist yet: FailedCreate: " + DENIED);
  }

  /** A policy may change, and some webhooks deny at first: half a minute is for that. */
  @Test
  void aPartThatIsDeniedEndsItsTrialAfterHalfAMinuteAndAnyOtherAtItsDeadline() {
    assertThat(afterSeconds(29, Reason.REFUSED)).isInstanceOf(NextStep.AwaitComponent.class);
    assertThat(afterSeconds(30, Reason.REFUSED))
        .isInstanceOfSatisfying(
            NextStep.FailTrial.class,
            end -> {
              assertThat(end.reason()).isEqualTo(Reason.REFUSED);
              assertThat(end.message())
                  .isEqualTo("the balancer not ready after 30 s: not this image");
            });
    assertThat(afterSeconds(30, Reason.BALANCER_NOT_READY))
        .isInstanceOf(NextStep.AwaitComponent.class);
  }

  @Test
  void aSettingWithWhichPostgresqlDoesNotStartIsNamedAndEndsTheWaitAtTheSecondStart() {
    ScalabilityExperiment e = Experiments.applied(api, "misspelt");
    Configuration configuration = Experiments.two(e);
    testbed.deployDatabases(e, configuration);
    phase("misspelt-base-db", "Setting up primary");
    fail("misspelt-base-db", "1", LOG);

    Readiness once = testbed.databases(e, configuration);
    assertThat(once.state()).isEqualTo(Readiness.State.WAITING);
    assertThat(once.detail())
        .isEqualTo(
            "Setting up primary; misspelt-base-db-1-initdb-1: container initdb ended with exit code 1:"
                + " LOG: unrecognized configuration parameter \"work_men\" in file"
                + " \"/pgdata/custom.conf\" line 12 / FATAL: configuration file"
                + " \"/pgdata/custom.conf\" contains errors");

    fail("misspelt-base-db", "2", LOG);
    assertThat(testbed.databases(e, configuration).state()).isEqualTo(Readiness.State.FAILED);
    assertThat(testbed.databases(e, configuration).detail()).contains("work_men");
  }

  @Test
  void whatMayPassIsWaitedForUntilTheDeadline() {
    ScalabilityExperiment e = Experiments.applied(api, "disk");
    Configuration configuration = Experiments.two(e);
    testbed.deployDatabases(e, configuration);
    phase("disk-base-db", "Setting up primary");
    fail("disk-base-db", "1", "{\"level\":\"error\",\"msg\":\"no space left on device\"}\n");
    fail("disk-base-db", "2", "{\"level\":\"error\",\"msg\":\"no space left on device\"}\n");

    assertThat(testbed.databases(e, configuration).state()).isEqualTo(Readiness.State.WAITING);
    assertThat(testbed.databases(e, configuration).detail())
        .endsWith("exit code 1: no space left on device");
  }

  private static NextStep afterSeconds(int seconds, Reason reason) {
    Configuration configuration = Experiments.two(Experiments.small("default"));
    Instant since = Instant.parse("2026-11-27T08:00:00Z");
    ComponentState component =
        new ComponentState(
            "Balancer",
            "the balancer",
            Component.READY,
            Reason.BALANCER_NOT_READY,
            600,
            0,
            null,
            null,
            true);
    NextStep waits =
        new NextStep.AwaitComponent(configuration, "Balancer", "the balancer", "not this image");
    return new Deadlines(
            configuration,
            List.of(component),
            new Waiting("Balancer", since.toString(), null),
            since.plusSeconds(seconds))
        .within(component, reason, "not this image", waits);
  }

  private static GenericKubernetesResource cluster(String name) {
    return api.client()
        .genericKubernetesResources("postgresql.cnpg.io/v1", "Cluster")
        .inNamespace(api.namespace())
        .withName(name)
        .get();
  }

  private static void phase(String cluster, String phase) {
    GenericKubernetesResource found = cluster(cluster);
    found.setAdditionalProperty("status", Map.of("phase", phase));
    api.client().resource(found).updateStatus();
  }

  private static Job job(String name) {
    return api.client().batch().v1().jobs().inNamespace(api.namespace()).withName(name).get();
  }

  /** The Job with which CloudNativePG creates the first instance. */
  private static Job initdb(String cluster) {
    Job job =
        Serialization.unmarshal(
            """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: %1$s-1-initdb, namespace: %2$s, labels: {cnpg.io/cluster: %1$s}}
            spec:
              template:
                spec:
                  restartPolicy: Never
                  containers: [{name: initdb, image: "postgresql:17"}]
            """
                .formatted(cluster, api.namespace()),
            Job.class);
    return api.client().resource(job).create();
  }

  private static void warn(HasMetadata about, String reason, String message) {
    warn(about, reason, message, "2026-11-27T08:00:00Z");
  }

  private static void warn(HasMetadata about, String reason, String message, String time) {
    api.client()
        .resource(
            new EventBuilder()
                .withNewMetadata()
                .withName(about.getMetadata().getName() + ".1")
                .withNamespace(api.namespace())
                .endMetadata()
                .withNewInvolvedObject()
                .withApiVersion(about.getApiVersion())
                .withKind(about.getKind())
                .withName(about.getMetadata().getName())
                .withNamespace(api.namespace())
                .withUid(about.getMetadata().getUid())
                .endInvolvedObject()
                .withType("Warning")
                .withReason(reason)
                .withMessage(message)
                .withLastTimestamp(time)
                .build())
        .create();
  }

  /** A pod of that Job that has failed, and what it printed. */
  private void fail(String cluster, String number, String log) {
    String name = cluster + "-1-initdb-" + number;
    endpoints.print(name, log);
    Pod pod =
        new PodBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(api.namespace())
            .addToLabels("cnpg.io/cluster", cluster)
            .endMetadata()
            .withNewSpec()
            .withRestartPolicy("Never")
            .addNewContainer()
            .withName("initdb")
            .withImage("postgresql:17")
            .endContainer()
            .endSpec()
            .build();
    Pod made = api.client().resource(pod).create();
    made.setStatus(
        Serialization.unmarshal(
            """
            phase: Failed
            containerStatuses:
            - name: initdb
              image: postgresql:17
              imageID: x
              ready: false
              restartCount: 0
              state: {terminated: {exitCode: 1, reason: Error, finishedAt: "2026-11-27T08:59:26Z"}}
            """,
            PodStatus.class));
    api.client().resource(made).updateStatus();
  }
}
