package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.workload.Workload;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Valid specs that no sample shows: mixes, named workloads and JVM options. */
class ValidSpecsOnApiServerTest extends TakenSpecs {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{newOrder: 5, changeOrder: 2, orderStatus: 2, customerStatus: 1, workOrder: 6}",
        "{newOrder: 1, changeOrder: 1, orderStatus: 1}",
        "{newOrder: 9999, orderStatus: 1, workOrder: 0}",
        "{newOrder: 3, workOrder: 7}"
      })
  void aMixOfAnyWeightsIsTaken(String mix) throws IOException {
    String ecperf =
        sample("ecperf.yaml").replace("    ecperf:\n", "    mix: " + mix + "\n    ecperf:\n");

    ScalabilityExperimentSpec taken = taken(ecperf);

    assertThat(taken.workload().mix()).isNotEmpty();
    double whole =
        Workload.of(taken).percents().values().stream().mapToDouble(Double::doubleValue).sum();
    assertThat(whole).isCloseTo(100, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ECperf", "Bookstore", "Cart", "Cells", "Portal"})
  void aWorkloadThatIsOnlyNamedHasTheDefaultsOfItsSettings(String type) {
    String block = type.toLowerCase(Locale.ROOT);
    ScalabilityExperimentSpec named = workload("{type: %s}".formatted(type));
    ScalabilityExperimentSpec empty = workload("{type: %s, %s: {}}".formatted(type, block));

    assertThat(named).as("as the operator reads it").isEqualTo(empty);
    assertThat(Planner.plan("named", named).hash()).isEqualTo(Planner.plan("named", empty).hash());
  }

  private static ScalabilityExperimentSpec workload(String workload) {
    return taken(
        """
        apiVersion: scalelab.dev/v1alpha1
        kind: ScalabilityExperiment
        metadata: {name: named}
        spec:
          workload: %s
          sweep: {replicas: [1]}
          load: {closed: {users: [8]}}
        """
            .formatted(workload));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-XX:+UseZGC",
        "-XX:+UnlockExperimentalVMOptions -XX:+UseEpsilonGC -XX:-UseG1GC",
        "-Xss512k -Xmn64m -XX:MaxDirectMemorySize=64m",
        "-Da=-Xmx1g -Db=$(c)"
      })
  void otherJvmOptionsAreTaken(String text) throws IOException {
    List<String> options = text.isEmpty() ? List.of() : List.of(text.split(" "));
    String items =
        options.stream().map(option -> "'" + option + "'").collect(Collectors.joining(", "));

    ScalabilityExperimentSpec taken =
        taken(sample("default.yaml").replace("jvmOptions: []", "jvmOptions: [" + items + "]"));

    assertThat(taken.system().application().jvmOptions()).isEqualTo(options);
  }

  /** In a user's own image they may be the only way to set the heap: they must agree with it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xmx512m",
        "-Xms512m -Xmx512m -XX:ActiveProcessorCount=2",
        "-XX:ActiveProcessorCount=2 -Xlog:gc -Dshop.path=/-Xmx9g",
        "-XX:MaxMetaspaceSize=64m"
      })
  void anOwnApplicationMayGetJavasOptionsFromAVariable(String options) {
    ScalabilityExperimentSpec taken =
        taken(
            """
            apiVersion: scalelab.dev/v1alpha1
            kind: ScalabilityExperiment
            metadata: {name: own}
            spec:
              workload: {type: Custom, mix: {look: 1}, custom: {}}
              system:
                application:
                  image: example.org/shop:1
                  heap: 0.5Gi
                  cpu: 1001m
                  env: [{name: JAVA_TOOL_OPTIONS, value: '%s'}]
                  writableFolders: [/opt/wildfly/standalone, /var/cache/.shop]
              sweep: {replicas: [1]}
              load: {closed: {users: [8]}, generators: {image: example.org/load:1, writableFolders: [/opt/load/tmp]}}
            """
                .formatted(options));

    assertThat(taken.system().application().env().get(0).value()).isEqualTo(options);
    assertThat(taken.system().application().writableFolders()).hasSize(2);
    assertThat(taken.load().generators().writableFolders()).containsExactly("/opt/load/tmp");
  }
}
