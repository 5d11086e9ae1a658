package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.support.ApiServer;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The API server takes every sample, and refuses every bad one with the message in its first line.
 */
class SamplesTest {
  @RegisterExtension static final ApiServer api = new ApiServer();

  private static final Path SAMPLES = Path.of("..", "config", "samples");
  private static final String EXPECT = "# expect: ";

  static List<Path> good() throws IOException {
    List<Path> good = new ArrayList<>(manifests(SAMPLES));
    good.add(SAMPLES.resolve("own-application/experiment.yaml"));
    return good;
  }

  static List<Path> bad() throws IOException {
    return manifests(SAMPLES.resolve("bad"));
  }

  private static List<Path> manifests(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("good")
  void isTaken(Path sample) throws IOException {
    ScalabilityExperiment taken = read(dryRun(sample));
    assertThat(Planner.violations(taken.getMetadata().getName(), taken.getSpec())).isEmpty();
    assertThat(taken.getSpec().system().application().nodeSelector()).isNotEmpty();
  }

  /** The changes that the sample's own words tell. */
  @Test
  void visitorsOfACartMayThinkAsLongAsTheStudys() throws IOException {
    String cart = Files.readString(SAMPLES.resolve("cart.yaml"));
    String thinking =
        cart.replace("mostThinkMillis: 500\n", "mostThinkMillis: 5000\n")
            .replace("warmUpSeconds: 8", "warmUpSeconds: 35")
            .replace("stepSeconds: 20", "stepSeconds: 95")
            .replace("[10, 30, 60, 10]", "[100, 300, 600, 100]");
    GenericKubernetesResource resource =
        Serialization.unmarshal(thinking, GenericKubernetesResource.class);
    resource.getMetadata().setNamespace(api.namespace());

    ScalabilityExperimentSpec taken =
        read(api.client().resource(resource).dryRun().create()).getSpec();

    assertThat(taken.workload().mostThinkMillis()).isEqualTo(5000);
    assertThat(taken.load().warmUpSeconds()).isEqualTo(35);
    assertThat(taken.load().stepSeconds()).isEqualTo(95);
    assertThat(taken.load().users()).containsExactly(100, 300, 600, 100);
  }

  @ParameterizedTest
  @MethodSource("bad")
  void isRefused(Path sample) throws IOException {
    String first = Files.readAllLines(sample).get(0);
    assertThat(first)
        .as("names the field")
        .matches(EXPECT + "(unknown field \")?(spec|metadata)\\..*");
    assertThatThrownBy(() -> dryRun(sample))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining(first.substring(EXPECT.length()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"workload", "system", "sweep", "load", "objectives"})
  void aResultsSpecCannotBeChanged(String part) throws IOException {
    GenericKubernetesResource taken =
        api.client().resource(resource(SAMPLES.resolve("default.yaml"), part)).create();
    String change =
        switch (part) {
          case "workload" -> "{\"scale\": 7}";
          case "system" -> "{\"application\": {\"cpu\": \"3\"}}";
          case "sweep" -> "{\"replicas\": [1, 2]}";
          case "load" -> "{\"seed\": 2}";
          default -> "{\"p95Millis\": 1}";
        };
    assertThatThrownBy(() -> patch(taken, "{\"spec\": {\"%s\": %s}}".formatted(part, change)))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining(part + " is immutable");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{newOrder: 31.25, changeOrder: 12.5, orderStatus: 12.5, customerStatus: 6.25, workOrder: 37.5}",
        "{newOrder: 33.33, changeOrder: 33.33, orderStatus: 33.34}",
        "{newOrder: 99.99, orderStatus: 0.01, workOrder: 0}",
        "{newOrder: 30, workOrder: 70}"
      })
  void aMixOfPercentsWithTwoDecimalsIsTaken(String mix) throws IOException {
    String ecperf =
        Files.readString(SAMPLES.resolve("ecperf.yaml"))
            .replace("    ecperf:\n", "    mix: " + mix + "\n    ecperf:\n");
    GenericKubernetesResource mixed =
        Serialization.unmarshal(ecperf, GenericKubernetesResource.class);
    mixed.getMetadata().setNamespace(api.namespace());

    ScalabilityExperiment taken = read(api.client().resource(mixed).dryRun().create());

    double whole =
        taken.getSpec().workload().mix().values().stream().mapToDouble(Double::doubleValue).sum();
    assertThat(whole).isCloseTo(100, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bookstore", "cart", "cells", "portal"})
  void aWorkloadThatIsOnlyNamedHasTheDefaultsOfItsSettings(String workload) {
    ScalabilityExperimentSpec named = workload("{name: %s}".formatted(workload));
    ScalabilityExperimentSpec empty = workload("{name: %s, %s: {}}".formatted(workload, workload));

    assertThat(named).as("as the operator reads it").isEqualTo(empty);
    assertThat(Planner.plan("named", named).hash()).isEqualTo(Planner.plan("named", empty).hash());
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
  void otherJavaOptionsAreTaken(String options) throws IOException {
    GenericKubernetesResource resource =
        Serialization.unmarshal(
            Files.readString(SAMPLES.resolve("default.yaml"))
                .replace("javaOptions: \"\"", "javaOptions: '" + options + "'"),
            GenericKubernetesResource.class);
    resource.getMetadata().setNamespace(api.namespace());

    ScalabilityExperiment taken = read(api.client().resource(resource).dryRun().create());

    assertThat(taken.getSpec().system().application().javaOptions()).isEqualTo(options);
  }

  private static ScalabilityExperimentSpec workload(String workload) {
    GenericKubernetesResource resource =
        Serialization.unmarshal(
            """
            apiVersion: scalelab.dev/v1alpha1
            kind: ScalabilityExperiment
            metadata: {name: named, namespace: %s}
            spec:
              workload: %s
              sweep: {replicas: [1]}
              load: {users: [8]}
            """
                .formatted(api.namespace(), workload),
            GenericKubernetesResource.class);
    return read(api.client().resource(resource).dryRun().create()).getSpec();
  }

  private static ScalabilityExperiment read(GenericKubernetesResource taken) {
    return Serialization.unmarshal(Serialization.asJson(taken), ScalabilityExperiment.class);
  }

  @Test
  void cleanupAndDeadlinesMayBeChanged() throws IOException {
    GenericKubernetesResource taken =
        api.client().resource(resource(SAMPLES.resolve("small.yaml"), "changing")).create();
    GenericKubernetesResource changed =
        patch(
            taken,
            """
            {"spec": {"cleanup": "Retain", "backoffLimit": 3, "deadlines": {"jobSeconds": 99}}}
            """);
    assertThat(changed.getMetadata().getGeneration()).isEqualTo(2);
  }

  private static GenericKubernetesResource patch(GenericKubernetesResource taken, String merge) {
    return api.client().resource(taken).patch(PatchContext.of(PatchType.JSON_MERGE), merge);
  }

  private static GenericKubernetesResource dryRun(Path sample) throws IOException {
    return api.client()
        .resource(resource(sample, null))
        .dryRun()
        .fieldValidation(Validation.STRICT)
        .create();
  }

  private static GenericKubernetesResource resource(Path sample, String name) throws IOException {
    GenericKubernetesResource resource =
        Serialization.unmarshal(Files.readString(sample), GenericKubernetesResource.class);
    resource.getMetadata().setNamespace(api.namespace());
    if (name != null) {
      resource.getMetadata().setName(name);
    }
    return resource;
  }
}
