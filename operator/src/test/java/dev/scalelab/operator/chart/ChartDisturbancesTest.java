package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.chart.Fences.End;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The chart's values give the rights that disturbances need, each these and no others. */
class ChartDisturbancesTest {
  private static final String SYSTEM = "scalelab-system";
  private static final String LAB = "experimentNamespaces={lab}";

  @ParameterizedTest
  @CsvSource({
    "exec, create pods/exec; get pods/exec",
    "switchover, patch clusters/status",
    "nodes, create pods/eviction; patch nodes everywhere",
    "network, patch pods"
  })
  void aValueGivesItsRights(String value, String rights) {
    Set<String> more =
        rights(Chart.render(SYSTEM, "--set", LAB, "--set", "disturbances." + value + "=true"));
    more.removeAll(rights(Chart.render(SYSTEM, "--set", LAB)));

    assertThat(more).containsExactlyInAnyOrder(rights.split("; "));
  }

  @Test
  void aPodThatIsCutOffHasNoConnectionAndTheOthersHaveAllOfTheirs() {
    Fences fences =
        new Fences(
            Chart.render(SYSTEM, "--set", LAB, "--set", "disturbances.network=true")
                .all(NetworkPolicy.class));

    assertThat(fences.allow(server(false), server(false), 7600)).isTrue();
    assertThat(fences.allow(balancer(), server(false), 8080)).isTrue();
    assertThat(fences.allow(server(false), server(true), 7600)).as("to it").isFalse();
    assertThat(fences.allow(server(true), server(false), 7600)).as("from it").isFalse();
    assertThat(fences.allow(balancer(), server(true), 8080)).as("from the balancer").isFalse();
  }

  @Test
  void aPodIsAlsoCutOffWhereNothingElseIsFenced() {
    Fences fences =
        new Fences(
            Chart.render(
                    SYSTEM,
                    "--set",
                    LAB,
                    "--set",
                    "disturbances.network=true,networkPolicy.enabled=false")
                .all(NetworkPolicy.class));

    assertThat(fences.allow(balancer(), server(false), 8080)).isTrue();
    assertThat(fences.allow(balancer(), server(true), 8080)).isFalse();
  }

  private static End server(boolean cut) {
    Map<String, String> labels =
        new HashMap<>(Labels.ofTrial("small", "small-base-2", Tier.APPLICATION));
    if (cut) {
      labels.put(Labels.NETWORK, "cut");
    }
    return new End("lab", labels, Map.of());
  }

  private static End balancer() {
    return new End("lab", Labels.ofTrial("small", "small-base-2", Tier.BALANCER), Map.of());
  }

  /** The client reads what it patches. */
  @Test
  void aPodThatIsCutOffMayBeReadToo() {
    assertThat(
            Chart.render(SYSTEM, "--set", LAB, "--set", "disturbances.network=true")
                .all(Role.class)
                .stream()
                .flatMap(role -> role.getRules().stream())
                .filter(rule -> List.of("pods").equals(rule.getResources())))
        .anySatisfy(rule -> assertThat(rule.getVerbs()).containsExactly("get", "patch"));
  }

  private static Set<String> rights(Chart chart) {
    Set<String> all = new TreeSet<>();
    chart.all(Role.class).forEach(role -> all.addAll(rights(role.getRules(), "")));
    chart
        .all(ClusterRole.class)
        .forEach(role -> all.addAll(rights(role.getRules(), " everywhere")));
    return all;
  }

  private static List<String> rights(List<PolicyRule> rules, String where) {
    return rules.stream()
        .flatMap(
            rule ->
                rule.getVerbs().stream()
                    .flatMap(
                        verb ->
                            rule.getResources() == null
                                ? Stream.of()
                                : rule.getResources().stream()
                                    .map(resource -> verb + " " + resource + where)))
        .toList();
  }
}
