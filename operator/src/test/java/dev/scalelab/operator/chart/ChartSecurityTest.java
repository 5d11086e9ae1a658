package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The chart's objects have minimal rights: restricted pods, no unnecessary permission. */
class ChartSecurityTest {
  private static final String SYSTEM = "scalelab-system";
  private static final String NAMESPACES = "experimentNamespaces={lab-a,lab-b}";

  static Stream<Pod> pods() {
    return Chart.render(SYSTEM, "--set", "prometheus.persistence.enabled=true,reports.enabled=true")
        .pods()
        .stream();
  }

  @ParameterizedTest
  @MethodSource("pods")
  void everyPodIsRestricted(Pod pod) {
    PodSpec spec = pod.getSpec();
    assertThat(spec.getSecurityContext().getRunAsNonRoot()).isTrue();
    assertThat(spec.getSecurityContext().getRunAsUser()).isPositive();
    assertThat(spec.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
    assertThat(spec.getHostNetwork()).isNull();
    assertThat(spec.getHostPID()).isNull();
    assertThat(spec.getVolumes()).allMatch(volume -> volume.getHostPath() == null);
    for (Container container : spec.getContainers()) {
      var security = container.getSecurityContext();
      assertThat(security.getAllowPrivilegeEscalation()).isFalse();
      assertThat(security.getReadOnlyRootFilesystem()).isTrue();
      assertThat(security.getCapabilities().getDrop()).containsExactly("ALL");
      assertThat(security.getCapabilities().getAdd()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("pods")
  void everyContainerSaysWhatItNeedsAndHowMuchItMayTake(Pod pod) {
    for (Container container : pod.getSpec().getContainers()) {
      assertThat(container.getResources().getRequests()).containsOnlyKeys("cpu", "memory");
      assertThat(container.getResources().getLimits()).containsOnlyKeys("cpu", "memory");
    }
  }

  @Test
  void theUserIsLeftToTheClusterWhenRequested() {
    assertThat(Chart.render(SYSTEM, "--set", "runAsUser=null").pods())
        .isNotEmpty()
        .allSatisfy(
            pod -> {
              assertThat(pod.getSpec().getSecurityContext().getRunAsUser()).isNull();
              assertThat(pod.getSpec().getSecurityContext().getRunAsNonRoot()).isTrue();
            });
  }

  @Test
  void noRuleIsOpenOrTouchesSecrets() {
    Chart chart = Chart.render(SYSTEM, "--set", NAMESPACES);
    Stream<PolicyRule> rules =
        Stream.concat(
            chart.all(Role.class).stream().flatMap(role -> role.getRules().stream()),
            chart.all(ClusterRole.class).stream().flatMap(role -> role.getRules().stream()));
    assertThat(rules)
        .isNotEmpty()
        .allSatisfy(
            rule -> {
              assertThat(rule.getResources())
                  .isNotEmpty()
                  .doesNotContain("*", "secrets", "pods/exec");
              assertThat(rule.getVerbs()).doesNotContain("*", "escalate", "bind", "impersonate");
              assertThat(rule.getApiGroups()).doesNotContain("*");
              assertThat(rule.getNonResourceURLs()).isEmpty();
            });
  }

  @Test
  void whatTheChartBindsClusterWideIsNothingButLooking() {
    Chart chart = Chart.render(SYSTEM);
    assertThat(chart.all(ClusterRoleBinding.class))
        .hasSize(2)
        .extracting(binding -> binding.getRoleRef().getName())
        .flatExtracting(role -> chart.only(ClusterRole.class, role).getRules())
        .flatExtracting(PolicyRule::getVerbs)
        .isSubsetOf("get", "list", "watch");
  }

  @ParameterizedTest
  @CsvSource({
    "scalelab-view-scalelab-system, view edit admin",
    "scalelab-edit-scalelab-system, edit admin"
  })
  void theClustersOwnRolesTakeInThoseOfExperiments(String role, String into) {
    String prefix = "rbac.authorization.k8s.io/aggregate-to-";
    var labels = Chart.render(SYSTEM).only(ClusterRole.class, role).getMetadata().getLabels();
    assertThat(labels.keySet())
        .filteredOn(label -> label.startsWith(prefix))
        .extracting(label -> label.substring(prefix.length()))
        .containsExactlyInAnyOrder(into.split(" "))
        .allSatisfy(to -> assertThat(labels.get(prefix + to)).isEqualTo("true"));
  }

  @Test
  void theyDoNotWhereThatIsNotWanted() {
    assertThat(Chart.render(SYSTEM, "--set", "rbac.aggregateRoles=false").all(ClusterRole.class))
        .extracting(role -> role.getMetadata().getName())
        .containsExactlyInAnyOrder(
            "scalelab-operator-scalelab-system", "scalelab-prometheus-scalelab-system");
  }

  @Test
  void rolesAreInTheExperimentsNamespacesAndItsOwn() {
    Chart chart = Chart.render(SYSTEM, "--set", NAMESPACES);
    assertThat(namespacesOf(chart, "scalelab-operator"))
        .containsExactlyInAnyOrder("lab-a", "lab-b");
    assertThat(namespacesOf(chart, "scalelab-operator-lease")).containsExactly(SYSTEM);
    assertThat(namespacesOf(chart, "scalelab-prometheus"))
        .containsExactlyInAnyOrder("lab-a", "lab-b", SYSTEM);
    assertThat(chart.all(Role.class)).hasSize(6);
  }

  @Test
  void everyBindingIsOfARoleBesideItToAServiceAccountOfTheChart() {
    Chart chart = Chart.render(SYSTEM, "--set", NAMESPACES);
    assertThat(chart.all(RoleBinding.class))
        .hasSize(6)
        .allSatisfy(
            binding -> {
              assertThat(namespacesOf(chart, binding.getRoleRef().getName()))
                  .contains(binding.getMetadata().getNamespace());
              assertThat(binding.getSubjects())
                  .singleElement()
                  .satisfies(
                      subject -> {
                        assertThat(subject.getNamespace()).isEqualTo(SYSTEM);
                        assertThat(subject.getName())
                            .isIn(Set.of("scalelab-operator", "scalelab-prometheus"));
                      });
            });
  }

  private static List<String> namespacesOf(Chart chart, String role) {
    return chart.all(Role.class).stream()
        .map(Role::getMetadata)
        .filter(metadata -> role.equals(metadata.getName()))
        .map(metadata -> metadata.getNamespace())
        .toList();
  }
}
