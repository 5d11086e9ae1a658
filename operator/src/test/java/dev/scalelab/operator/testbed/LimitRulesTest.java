package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.testbed.ClusterFacts.Limit;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Servers of 300m that start with 1500m, a database of 1 with a volume of 1Gi, a balancer of 500m,
 * load of 1, and the dataset's Jobs with a request of 100m and a limit of 1.
 */
class LimitRulesTest {
  private static final Map<String, Quantity> ANY = Map.of();

  @ParameterizedTest(name = "at most {0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "1500m |",
        "1     | spec.system.application.startupCpu: needs 1500m cpu; LimitRange l allows a container at most 1"
      })
  void theMostOfAContainer(String most, String message) {
    Limit limit = new Limit("l", "Container", Map.of("cpu", new Quantity(most)), ANY, ANY);

    assertThat(violations(limit)).isEqualTo(message == null ? List.of() : List.of(message));
  }

  @Test
  void serversThatStartWithTheirShareBreakTheRuleOfTheShare() {
    Limit limit = new Limit("l", "Container", Map.of("cpu", new Quantity("200m")), ANY, ANY);

    assertThat(violations(Experiments.small("default"), limit, false))
        .contains(
            "spec.system.application.cpu: needs 300m cpu; LimitRange l allows a container at most 200m");
  }

  @Test
  void whatNoFieldSaysIsNamed() {
    Map<String, Quantity> max =
        Map.of("memory", new Quantity("100Mi"), "cpu", new Quantity("400m"));

    assertThat(
            violations(Experiments.ecperf("default"), new Limit("l", "Pod", max, ANY, ANY), true))
        .contains(
            "spec.workload.name: the dataset's Jobs need 1 cpu; LimitRange l allows a pod at most 400m",
            "spec.workload.name: the dataset's Jobs need 256Mi memory; LimitRange l allows a pod at most 100Mi",
            "spec.workload.ecperf: the suppliers' emulator needs 500m cpu; LimitRange l allows a pod at most 400m",
            "spec.workload.ecperf: the suppliers' emulator needs 128Mi memory; LimitRange l allows a pod at most 100Mi");
  }

  @Test
  void theLeastOfAContainer() {
    Limit limit = new Limit("l", "Container", ANY, Map.of("cpu", new Quantity("200m")), ANY);

    assertThat(violations(limit))
        .containsExactly(
            "spec.workload.name: the dataset's Jobs need only 100m cpu; LimitRange l allows a container no less than 200m");
  }

  @Test
  void aLimitManyTimesItsRequest() {
    Limit limit = new Limit("l", "Container", ANY, ANY, Map.of("cpu", new Quantity("5")));

    assertThat(violations(limit))
        .containsExactly(
            "spec.workload.name: the dataset's Jobs need 100m cpu and up to 1; LimitRange l allows a"
                + " container at most 5 times its request");
  }

  @ParameterizedTest(name = "{0} to {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "1Gi | 1Gi   |",
        "1Gi | 512Mi | spec.system.database.storage: needs 1Gi storage; LimitRange l allows a volume at most 512Mi",
        "2Gi | 4Gi   | spec.system.database.storage: needs only 1Gi storage; LimitRange l allows a volume no less than 2Gi"
      })
  void theVolume(String least, String most, String message) {
    Limit limit =
        new Limit(
            "l",
            "PersistentVolumeClaim",
            Map.of("storage", new Quantity(most)),
            Map.of("storage", new Quantity(least)),
            ANY);

    assertThat(violations(limit)).isEqualTo(message == null ? List.of() : List.of(message));
    assertThat(violations(Experiments.cart("default"), limit, true)).as("no database").isEmpty();
  }

  private static List<String> violations(Limit limit) {
    return violations(Experiments.small("default"), limit, true);
  }

  private static List<String> violations(
      ScalabilityExperiment experiment, Limit limit, boolean resizable) {
    var spec = experiment.getSpec();
    var facts = new ClusterFacts(true, resizable, List.of(), List.of(), List.of(limit), true, null);
    Demand demand = Demand.of(spec, Planner.plan("small", spec), Experiments.settings(), facts);
    return LimitRules.violations(spec, demand, List.of(limit)).stream()
        .map(found -> found.field() + ": " + found.message())
        .toList();
  }
}
