package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.platform.WatchedObjects;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.CountingClient;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Parts;
import dev.scalelab.operator.support.Quotas;
import dev.scalelab.operator.support.Rules;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Admission of one pod of each tier by a real API server: nothing is created, and violations have
 * its own messages.
 */
class AdmissionOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();

  private long nanoTime;

  @AfterEach
  void allowEverything() {
    Rules.allowAll(api.client(), api.namespace());
    Quotas.remove(api);
  }

  @Test
  void anEmptyNamespaceTakesEveryTier() {
    assertThat(violations(Experiments.small(api.namespace()))).isEmpty();
    assertThat(violations(Experiments.ecperf(api.namespace()))).isEmpty();
    assertThat(violations(Experiments.cart(api.namespace()))).isEmpty();
    assertThat(api.client().pods().inNamespace(api.namespace()).list().getItems()).isEmpty();
  }

  @Test
  void aLimitRangeThatServersExceedIsReportedWithTheirTier() {
    Quotas.ofContainers(api, "cpu", "1200m");

    assertThat(violations(Experiments.small(api.namespace())))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.field()).isEqualTo("spec.system.application");
              assertThat(found.reason()).isEqualTo(Reason.REFUSED);
              assertThat(found.message()).contains("maximum cpu usage per Container is 1200m");
            });
  }

  @Test
  void aQuotaWithoutRoomForAServerIsTooSmall() {
    Quotas.inForce(api, "1200m");

    assertThat(violations(Experiments.small(api.namespace())))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.field()).isEqualTo("spec.system.application");
              assertThat(found.reason()).isEqualTo(Reason.QUOTA_TOO_SMALL);
              assertThat(found.message()).contains("exceeded quota: team");
            });
  }

  @Test
  void aDatabaseThatALimitRangeDoesNotAllowIsNamed() {
    Quotas.ofContainers(api, "memory", "1Gi");
    ScalabilityExperiment two =
        Experiments.with(
            Experiments.ecperf(api.namespace()),
            """
            system:
              databases:
                - {name: orders, domains: [Customer, Corporate]}
                - {name: plant, domains: [Manufacturing, Supplier], memory: 2Gi}
            """);

    assertThat(violations(two))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.field()).isEqualTo("spec.system.databases[plant]");
              assertThat(found.reason()).isEqualTo(Reason.REFUSED);
              assertThat(found.message()).contains("maximum memory usage per Container is 1Gi");
            });
  }

  @Test
  void aPolicyThatDeniesPodsWithoutAnOwnerDeniesNone() {
    policy("object.kind != 'Pod' || has(object.metadata.ownerReferences)");

    assertThat(violations(Experiments.ecperf(api.namespace()))).isEmpty();
  }

  @Test
  void aPolicyThatDeniesPodsWithoutProbesDeniesThoseOfJobsOnly() {
    String ofAJob = "object.metadata.?ownerReferences[0].kind.orValue('') == 'Job'";
    String probes = "object.spec.containers.all(c, has(c.readinessProbe) && has(c.livenessProbe))";
    policy("object.kind != 'Pod' || %s || %s".formatted(ofAJob, probes));

    assertThat(violations(Experiments.ecperf(api.namespace()))).isEmpty();

    policy("object.kind != 'Pod' || " + probes);

    assertThat(violations(Experiments.ecperf(api.namespace())))
        .extracting(Violation::field)
        .containsExactlyInAnyOrder("spec.load.generators", "spec.workload.type");
  }

  @Test
  void aPolicyThatDeniesAnImageDeniesTheTierThatHasIt() {
    policy("object.kind != 'Pod' || !object.spec.containers[0].image.contains('haproxy')");

    assertThat(violations(Experiments.ecperf(api.namespace())))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.field()).isEqualTo("spec.system.balancer");
              assertThat(found.reason()).isEqualTo(Reason.REFUSED);
              assertThat(found.message()).contains("denied request: not in this team's namespace");
            });
  }

  @Test
  void aPolicyThatDeniesWhatControllersAddDeniesThatTier() {
    policy(
        "!('app.kubernetes.io/part-of' in object.metadata.labels) || object.kind != 'StatefulSet'");

    assertThat(violations(Experiments.ecperf(api.namespace())))
        .extracting(Violation::field)
        .containsExactly("spec.system.application");
  }

  /** The dry run cannot have the service account that CloudNativePG creates for the real one. */
  @Test
  void aPolicyThatDeniesTheDefaultServiceAccountDoesNotDenyTheDatabase() {
    policy(
        "object.kind != 'Pod' || !('cnpg.io/podRole' in object.metadata.labels)"
            + " || object.spec.?serviceAccountName.orValue('default') != 'default'");

    assertThat(violations(Experiments.ecperf(api.namespace()))).isEmpty();
  }

  @Test
  void aSweepThatIsAllowedIsAskedAboutOnceAMinuteAndAtMostAHundredTimes() {
    try (CountingClient counting = new CountingClient(api.client())) {
      Admission admission = admission(counting.client());

      assertThat(violations(admission, sweep())).isEmpty();
      int first = counting.creations();
      assertThat(first).as("two for each, at most").isBetween(150, 200);

      nanoTime += Duration.ofSeconds(59).toNanos();
      assertThat(violations(admission, sweep())).isEmpty();
      assertThat(counting.creations()).isEqualTo(first);

      nanoTime += Duration.ofSeconds(1).toNanos();
      assertThat(violations(admission, sweep())).isEmpty();
      assertThat(counting.creations()).isEqualTo(2 * first);
    }
  }

  @Test
  void aSweepIsAskedAboutUntilTheFirstSystemThatIsRefused() {
    policy("object.kind != 'StatefulSet'");
    try (CountingClient counting = new CountingClient(api.client())) {
      assertThat(violations(admission(counting.client()), sweep())).hasSize(1);
      assertThat(counting.creations()).isLessThan(20);
    }
  }

  @Test
  void systemsThatDifferInTheirEnvironmentOnlyAreCheckedOnce() {
    policy("object.kind != 'StatefulSet'");
    ScalabilityExperiment heaps =
        Experiments.with(
            Experiments.small(api.namespace()),
            "sweep: {factors: [{setting: application.heap, values: [300Mi, 320Mi, 340Mi]}]}");

    assertThat(violations(heaps)).hasSize(1);
  }

  /** Objects for which the expression is false are denied, from now on. */
  private static void policy(String allowed) {
    Rules.allow(api.client(), api.namespace(), allowed, "not in this team's namespace");
  }

  private List<Violation> violations(ScalabilityExperiment experiment) {
    return violations(admission(api.client()), experiment);
  }

  /** Each call asks some of the questions. */
  private static List<Violation> violations(Admission admission, ScalabilityExperiment experiment) {
    Plan plan = Planner.plan("small", experiment.getSpec());
    Checked checked;
    do {
      checked = admission.violations(experiment, plan);
    } while (!checked.complete());
    return checked.violations();
  }

  private Admission admission(KubernetesClient client) {
    Topology topology =
        Parts.topology(
            client,
            new ClusterWatch(client, Timing.ofMachine()),
            null,
            Clock.systemUTC(),
            new WatchedObjects(client, Timing.ofMachine()),
            List.of());
    return new Admission(client, topology, () -> nanoTime);
  }

  /** With 128 different databases. */
  private static ScalabilityExperiment sweep() {
    return Experiments.with(
        Experiments.small(api.namespace()),
        """
        sweep:
          replicas: [1]
          factors:
            - {setting: databases.main.maxConnections, values: [100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115]}
            - {setting: databases.main.cpu, values: [1, 2, 3, 4, 5, 6, 7, 8]}
        """);
  }
}
