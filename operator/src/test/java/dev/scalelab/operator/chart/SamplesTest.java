package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.workload.Workload;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
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
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The API server accepts every sample. Every bad one is rejected with the message in its first
 * line: by the API server, or by the operator if a schema cannot express the rule.
 */
class SamplesTest {
  @RegisterExtension static final ApiServer api = new ApiServer();

  private static final Path CRD =
      Path.of("..", "crds", "scalabilityexperiments.scalelab.dev-v1.yml");
  private static final Path SAMPLES = Path.of("..", "config", "samples");
  private static final String EXPECT = "# expect: ";

  static List<Path> good() throws IOException {
    List<Path> good = new ArrayList<>(manifests(SAMPLES));
    good.add(SAMPLES.resolve("own-application/experiment.yaml"));
    try (Stream<Path> studies = Files.list(Path.of("..", "config", "studies"))) {
      studies
          .map(study -> study.resolve("experiment.yaml"))
          .filter(Files::exists)
          .forEach(good::add);
    }
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
    String name = taken.getMetadata().getName();
    assertThat(Planner.plan(name, taken.getSpec()).violations()).isEmpty();
    assertThat(
            Planner.plan(name, taken.getSpec()).spec().system().application().pod().nodeSelector())
        .isNotEmpty();
  }

  /** The changes that the sample's comment describes. */
  @Test
  void visitorsOfACartMayThinkAsLongAsTheStudys() throws IOException {
    String cart = Files.readString(SAMPLES.resolve("cart.yaml"));
    String thinking =
        cart.replace("maxMillis: 500\n", "maxMillis: 5000\n")
            .replace("settleSeconds: 8", "settleSeconds: 35")
            .replace(" seconds: 20", " seconds: 95")
            .replace("[10, 30, 60, 10]", "[100, 300, 600, 100]");
    GenericKubernetesResource resource =
        Serialization.unmarshal(thinking, GenericKubernetesResource.class);
    resource.getMetadata().setNamespace(api.namespace());

    ScalabilityExperimentSpec taken =
        read(api.client().resource(resource).dryRun().create()).getSpec();

    assertThat(taken.workload().thinkTime().maxMillis()).isEqualTo(5000);
    assertThat(taken.load().step().settleSeconds()).isEqualTo(35);
    assertThat(taken.load().step().seconds()).isEqualTo(95);
    assertThat(taken.load().closed().users()).containsExactly(100, 300, 600, 100);
  }

  @Test
  void theDefaultsAreShownForEveryField() throws IOException {
    Set<String> fields = new TreeSet<>();
    collect(
        Serialization.unmarshal(Files.readString(CRD), CustomResourceDefinition.class)
            .getSpec()
            .getVersions()
            .get(0)
            .getSchema()
            .getOpenAPIV3Schema()
            .getProperties()
            .get("spec"),
        fields);
    String sample = Files.readString(SAMPLES.resolve("default.yaml"));

    assertThat(fields).contains("transactionsPerUser", "topologySpreadConstraints");
    assertThat(fields)
        .as("of which each is in the sample, if only in a comment")
        .allMatch(field -> Pattern.compile("[\\s{]" + field + ":").matcher(sample).find());
  }

  /** Names of fields. Fields within pod settings are Kubernetes' own. */
  private static void collect(JSONSchemaProps type, Set<String> names) {
    if (type.getProperties() == null) {
      return;
    }
    type.getProperties()
        .forEach(
            (name, field) -> {
              names.add(name);
              if (name.equals("pod")) {
                names.addAll(field.getProperties().keySet());
              } else {
                collect(field, names);
              }
              if (field.getItems() != null) {
                collect(field.getItems().getSchema(), names);
              }
            });
  }

  @ParameterizedTest
  @MethodSource("bad")
  void isRefused(Path sample) throws IOException {
    String first = Files.readAllLines(sample).get(0);
    assertThat(first)
        .as("names the field")
        .matches(EXPECT + "(unknown field \")?(spec|metadata)\\..*");
    assertThat(refusal(sample)).contains(first.substring(EXPECT.length()));
  }

  private static String refusal(Path sample) throws IOException {
    GenericKubernetesResource taken;
    try {
      taken = dryRun(sample);
    } catch (KubernetesClientException refused) {
      return refused.getMessage();
    }
    return Violation.text(
        Planner.plan(taken.getMetadata().getName(), read(taken).getSpec()).violations());
  }

  @ParameterizedTest
  @MethodSource("changes")
  void aResultsSpecCanBeChangedOnlyBeforeItsFirstTrial(String part, String change)
      throws IOException {
    String patch = "{\"spec\": {\"%s\": %s}}".formatted(part, change);
    Path sample = SAMPLES.resolve("default.yaml");
    GenericKubernetesResource waiting =
        api.client().resource(resource(sample, part + "-waiting")).create();
    assertThat(patch(waiting, patch).getMetadata().getGeneration()).isEqualTo(2);

    GenericKubernetesResource started = started(sample, part + "-started");
    assertThatThrownBy(() -> patch(started, patch))
        .isInstanceOf(KubernetesClientException.class)
        .hasMessageContaining("spec." + part + ": Invalid value")
        .hasMessageContaining("once the first trial has started");
  }

  static List<Arguments> changes() {
    return List.of(
        arguments("workload", "{\"scale\": 300}"),
        arguments("system", "{\"application\": {\"cpu\": \"3\"}}"),
        arguments("sweep", "{\"order\": \"Shuffled\"}"),
        arguments("load", "{\"seed\": 2}"),
        arguments("objectives", "{\"maxErrorPercent\": \"0.1\"}"));
  }

  /** A sample whose first trial has started, as recorded in the status by the operator. */
  private static GenericKubernetesResource started(Path sample, String name) throws IOException {
    GenericKubernetesResource started = api.client().resource(resource(sample, name)).create();
    started.setAdditionalProperty("status", Map.of("startTime", "2026-01-01T00:00:00Z"));
    return api.client().resource(started).updateStatus();
  }

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
        Files.readString(SAMPLES.resolve("ecperf.yaml"))
            .replace("    ecperf:\n", "    mix: " + mix + "\n    ecperf:\n");
    GenericKubernetesResource mixed =
        Serialization.unmarshal(ecperf, GenericKubernetesResource.class);
    mixed.getMetadata().setNamespace(api.namespace());

    ScalabilityExperiment taken = read(api.client().resource(mixed).dryRun().create());

    assertThat(taken.getSpec().workload().mix()).isNotEmpty();
    double whole =
        Workload.of(taken.getSpec()).percents().values().stream()
            .mapToDouble(Double::doubleValue)
            .sum();
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
    GenericKubernetesResource resource =
        Serialization.unmarshal(
            Files.readString(SAMPLES.resolve("default.yaml"))
                .replace("jvmOptions: []", "jvmOptions: [" + items + "]"),
            GenericKubernetesResource.class);
    resource.getMetadata().setNamespace(api.namespace());

    ScalabilityExperiment taken = read(api.client().resource(resource).dryRun().create());

    assertThat(taken.getSpec().system().application().jvmOptions()).isEqualTo(options);
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
              load: {closed: {users: [8]}}
            """
                .formatted(api.namespace(), workload),
            GenericKubernetesResource.class);
    return read(api.client().resource(resource).dryRun().create()).getSpec();
  }

  private static ScalabilityExperiment read(GenericKubernetesResource taken) {
    return Serialization.unmarshal(Serialization.asJson(taken), ScalabilityExperiment.class);
  }

  @Test
  void testbedPolicyInvalidRunsAndTimeoutsMayAlwaysBeChanged() throws IOException {
    GenericKubernetesResource changed =
        patch(
            started(SAMPLES.resolve("small.yaml"), "changing"),
            """
            {"spec": {"testbedPolicy": "Retain", "maxInvalidRuns": 3, "timeouts": {"jobSeconds": 99}}}
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
