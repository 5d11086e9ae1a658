package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A testbed's servers and other pods: their deployment, CPU limits and placement. */
class TestbedOnApiServerTest extends DeployedTestbed {
  @Test
  void deployingTwiceChangesNothing() {
    ScalabilityExperiment e = Experiments.applied(api, "twice");
    Configuration configuration = Experiments.two(e);
    testbed.deployServers(e, configuration);
    String version = statefulSet(configuration).getMetadata().getResourceVersion();
    testbed.deployServers(e, configuration);
    assertThat(statefulSet(configuration).getMetadata().getResourceVersion()).isEqualTo(version);
    assertThat(testbed.servers(e, configuration).detail())
        .startsWith("0 of 2 servers ready; 0 of 2 pods exist");
  }

  @Test
  void whatIsMissingUntilBalancerAndSuppliersAreReadyIsReported() {
    ScalabilityExperiment e =
        Experiments.applied(api, "unready", Experiments.ecperf(api.namespace()));
    Configuration configuration = Experiments.two(e);
    assertThat(testbed.balancer(e, configuration)).isEqualTo(Readiness.absent());
    assertThat(testbed.supplier(e, configuration)).isEqualTo(Readiness.absent());
    testbed.deployBalancer(e, configuration);
    testbed.deploySuppliers(e, configuration);
    assertThat(testbed.balancer(e, configuration).reason()).isEqualTo(Reason.BALANCER_NOT_READY);
    assertThat(testbed.balancer(e, configuration).detail())
        .startsWith("the balancer does not see all 2 servers yet; 0 of 1 pods exist");
    assertThat(testbed.supplier(e, configuration).reason()).isEqualTo(Reason.SUPPLIER_NOT_READY);
    assertThat(testbed.supplier(e, configuration).detail())
        .startsWith("the suppliers' emulator does not answer yet; 0 of 1 pods exist");
  }

  @Test
  void somebodyElsesObjectIsLeftAlone() {
    ScalabilityExperiment e = Experiments.applied(api, "taken");
    api.client()
        .resource(
            new ServiceBuilder()
                .withNewMetadata()
                .withName("taken-base-2-app")
                .withNamespace(api.namespace())
                .endMetadata()
                .withNewSpec()
                .addNewPort()
                .withPort(80)
                .endPort()
                .endSpec()
                .build())
        .create();
    assertThatThrownBy(() -> testbed.deployServers(e, Experiments.two(e)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(
            "Service taken-base-2-app exists and was not made for this experiment");
  }

  @Test
  void podsPassTheRestrictedSecurityStandard() {
    ScalabilityExperiment e =
        Experiments.applied(api, "restricted", Experiments.ecperf(api.namespace()));
    Configuration configuration = Experiments.two(e);
    testbed.deployServers(e, configuration);
    testbed.deployBalancer(e, configuration);
    testbed.deploySuppliers(e, configuration);
    enforcePodSecurity("restricted");
    try {
      for (var template :
          List.of(
              statefulSet(configuration).getSpec().getTemplate(),
              deployment("restricted-base-2-lb").getSpec().getTemplate(),
              deployment("restricted-base-2-supplier").getSpec().getTemplate())) {
        Pod pod =
            new PodBuilder()
                .withNewMetadataLike(template.getMetadata())
                .withName("dry")
                .withNamespace(api.namespace())
                .endMetadata()
                .withSpec(template.getSpec())
                .build();
        assertThat(api.client().resource(pod).dryRun().create()).isNotNull();
      }
    } finally {
      enforcePodSecurity("privileged"); // pods of other tests are incomplete
    }
  }

  private static void enforcePodSecurity(String level) {
    api.client()
        .namespaces()
        .withName(api.namespace())
        .edit(
            namespace -> {
              namespace.getMetadata().getLabels().put("pod-security.kubernetes.io/enforce", level);
              return namespace;
            });
  }

  @Test
  void serversAreResizedToTheirLimitOnce() {
    ScalabilityExperiment e = Experiments.applied(api, "limited");
    Configuration configuration = Experiments.two(e);
    testbed.deployServers(e, configuration);
    configuration.serverGroups().get(0).pods().forEach(name -> createServer(configuration, name));
    assertThat(testbed.cpuLimit(e, configuration).detail())
        .isEqualTo("limited-base-2-app-0 still has a limit of 1500m instead of 300m");

    testbed.setCpuLimit(e, configuration);
    assertThat(server("limited-base-2-app-0").getSpec().getContainers().get(0).getResources())
        .satisfies(resources -> assertThat(resources.getLimits().get("cpu")).hasToString("300m"));
    Readiness asked = testbed.cpuLimit(e, configuration);
    assertThat(asked.state()).as("set until in force").isEqualTo(Readiness.State.INCOMPLETE);
    assertThat(asked.detail())
        .isEqualTo("limited-base-2-app-0 runs at a limit of null instead of 300m");

    String version = server("limited-base-2-app-1").getMetadata().getResourceVersion();
    testbed.setCpuLimit(e, configuration);
    assertThat(server("limited-base-2-app-1").getMetadata().getResourceVersion())
        .isEqualTo(version);
  }

  @Test
  void placementReportsWhereEachPodRuns() {
    ScalabilityExperiment e = Experiments.applied(api, "placed");
    Configuration configuration = Experiments.two(e);
    testbed.deployServers(e, configuration);
    createServer(configuration, "placed-base-2-app-0");
    assertThat(testbed.placement(e, configuration))
        .containsExactly(
            new PodPlacement(
                "application",
                null,
                "placed-base-2-app-0",
                "node-app",
                "ghcr.io/scalelab/benchmark-app:0.1.0",
                "ghcr.io/scalelab/benchmark-app:0.1.0"));
  }

  /** As by webhooks of a mesh, of an operator for agents and of an autoscaler. */
  @Test
  void whatOthersAddedToAPodIsReported() {
    ScalabilityExperiment e = Experiments.applied(api, "changed");
    Configuration configuration = Experiments.two(e);
    testbed.deployServers(e, configuration);
    PodSpec asRequested = statefulSet(configuration).getSpec().getTemplate().getSpec();
    PodSpec changed =
        new PodSpecBuilder(asRequested)
            .addNewContainer()
            .withName("istio-proxy")
            .withImage("proxy:1")
            .endContainer()
            .addNewInitContainer()
            .withName("agent")
            .withImage("agent:1")
            .endInitContainer()
            .addNewVolume()
            .withName("agent")
            .withNewEmptyDir()
            .endEmptyDir()
            .endVolume()
            .editFirstContainer()
            .addNewEnv()
            .withName("JAVA_TOOL_OPTIONS")
            .withValue("-javaagent:/agent.jar")
            .endEnv()
            .editResources()
            .addToLimits("memory", new Quantity("2Gi"))
            .endResources()
            .endContainer()
            .build();
    createServer(configuration, "changed-base-2-app-0", changed);
    createServer(configuration, "changed-base-2-app-1");

    assertThat(testbed.placement(e, configuration))
        .extracting(PodPlacement::added)
        .containsExactly(
            List.of(
                "variable JAVA_TOOL_OPTIONS of server: -javaagent:/agent.jar",
                "limits of server: memory 2Gi",
                "container istio-proxy",
                "init container agent",
                "volume agent"),
            null);
  }

  /** A database's pod is compared with CloudNativePG's record, a load's with its Job. */
  @Test
  void whatOthersAddedToDatabasesAndLoadIsReportedToo() {
    ScalabilityExperiment e = Experiments.applied(api, "beside");
    Configuration configuration = Experiments.two(e);
    PodSpec requested =
        new PodSpecBuilder()
            .addNewContainer()
            .withName("postgres")
            .withImage("postgresql:17")
            .endContainer()
            .withRestartPolicy("Never")
            .build();
    PodSpec withProxy =
        new PodSpecBuilder(requested)
            .addNewContainer()
            .withName("linkerd-proxy")
            .withImage("proxy:1")
            .endContainer()
            .withNodeName("node-1")
            .build();
    ObjectMeta database =
        new ObjectMetaBuilder()
            .withName("beside-base-db-1")
            .withLabels(Labels.ofLayout("beside", configuration.layout(), Tier.DATABASE))
            .addToLabels("cnpg.io/cluster", configuration.databases().get(0).cluster())
            .addToLabels("cnpg.io/podRole", "instance")
            .addToAnnotations("cnpg.io/podSpec", Serialization.asJson(requested))
            .build();
    create(database, withProxy);
    Job job =
        api.client()
            .resource(
                new JobBuilder()
                    .withNewMetadata()
                    .withName("beside-base-2-r1-load")
                    .withNamespace(api.namespace())
                    .endMetadata()
                    .withNewSpec()
                    .withNewTemplate()
                    .withSpec(requested)
                    .endTemplate()
                    .endSpec()
                    .build())
            .create();
    ObjectMeta load =
        new ObjectMetaBuilder()
            .withName("beside-base-2-r1-load-x")
            .withLabels(Labels.ofTrial("beside", configuration.name(), Tier.LOAD))
            .addNewOwnerReference()
            .withApiVersion("batch/v1")
            .withKind("Job")
            .withName(job.getMetadata().getName())
            .withUid(job.getMetadata().getUid())
            .endOwnerReference()
            .build();
    create(load, withProxy);

    assertThat(testbed.placement(e, configuration))
        .extracting(PodPlacement::tier, PodPlacement::added)
        .containsExactly(
            tuple("database", List.of("container linkerd-proxy")),
            tuple("load", List.of("container linkerd-proxy")));
  }

  private static void create(ObjectMeta metadata, PodSpec spec) {
    Pod pod =
        api.client()
            .resource(
                new PodBuilder()
                    .withNewMetadataLike(metadata)
                    .withNamespace(api.namespace())
                    .endMetadata()
                    .withSpec(spec)
                    .build())
            .create();
    pod.setStatus(new PodStatusBuilder().withPhase("Running").build());
    api.client().resource(pod).updateStatus();
  }

  private static Pod server(String name) {
    return api.client().pods().inNamespace(api.namespace()).withName(name).get();
  }

  private static Deployment deployment(String name) {
    return api.client().apps().deployments().inNamespace(api.namespace()).withName(name).get();
  }
}
