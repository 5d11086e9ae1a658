package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.support.Parts;
import dev.scalelab.operator.testbed.DisturbedTiers;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FieldValidateable.Validation;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The API server accepts every sample. Every bad one is rejected with the message in its first
 * line: by the API server, or by the operator if a schema cannot express the rule.
 */
class SamplesTest extends TakenSpecs {
  private static final Path CRD =
      Path.of("..", "crds", "scalabilityexperiments.scalelab.dev-v1.yml");
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
        .satisfies(
            labels ->
                assertThat(labels.isEmpty())
                    .isEqualTo(Files.readString(sample).contains("nodeSelector: {}")));
  }

  /**
   * Otherwise a GitOps tool, which compares lists item by item, never finds what it has applied.
   */
  @ParameterizedTest
  @MethodSource("good")
  void isStoredWithItsListsAsGiven(Path sample) throws IOException {
    GenericKubernetesResource given = experiment(Files.readString(sample));
    given.getMetadata().setName("stored-" + given.getMetadata().getName());
    api.client().resource(given).fieldManager("gitops").serverSideApply();

    GenericKubernetesResource stored = api.client().resource(given).get();

    JsonNode spec = Serialization.jsonMapper().valueToTree(given).path("spec");
    Map<String, JsonNode> lists = lists(spec);
    assertThat(lists).containsKey(".sweep.replicas");
    assertThat(lists(Serialization.jsonMapper().valueToTree(stored).path("spec")))
        .containsAllEntriesOf(lists);
    GenericKubernetesResource again =
        api.client().resource(given).fieldManager("gitops").serverSideApply();
    assertThat(again.getMetadata().getResourceVersion())
        .as("nothing is left to change")
        .isEqualTo(stored.getMetadata().getResourceVersion());
    api.client().resource(stored).delete();
  }

  /** Every list below a node, by its path. */
  private static Map<String, JsonNode> lists(JsonNode node) {
    Map<String, JsonNode> lists = new TreeMap<>();
    node.properties()
        .forEach(
            field -> {
              String path = "." + field.getKey();
              if (field.getValue().isArray()) {
                lists.put(path, field.getValue());
              }
              lists(field.getValue()).forEach((below, list) -> lists.put(path + below, list));
            });
    return lists;
  }

  /** The changes that the sample's comment describes. */
  @Test
  void visitorsOfACartMayThinkAsLongAsTheStudys() throws IOException {
    String cart = sample("cart.yaml");
    String thinking =
        cart.replace("maxMillis: 500\n", "maxMillis: 5000\n")
            .replace("settleSeconds: 8", "settleSeconds: 35")
            .replace(" seconds: 20", " seconds: 95")
            .replace("[10, 30, 60, 10]", "[100, 300, 600, 100]");

    ScalabilityExperimentSpec taken = taken(thinking);

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
    String sample = sample("default.yaml");

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
    assertThat(withoutValue(refusal(sample)))
        .contains(withoutValue(first.substring(EXPECT.length())));
  }

  /** Whether a message repeats the value, or its type, depends on the version of Kubernetes. */
  private static String withoutValue(String message) {
    return message.replaceAll("Invalid value: (\"[^\"]*\"|[-0-9.]+): ", "Invalid value: ");
  }

  private static String refusal(Path sample) throws IOException {
    GenericKubernetesResource taken;
    try {
      taken = dryRun(sample);
    } catch (KubernetesClientException refused) {
      return refused.getMessage();
    }
    Plan plan = Planner.plan(taken.getMetadata().getName(), read(taken).getSpec());
    return Violation.text(DisturbedTiers.checked(plan, Parts.TOPOLOGY).violations());
  }

  private static GenericKubernetesResource dryRun(Path sample) throws IOException {
    return api.client()
        .resource(experiment(Files.readString(sample)))
        .dryRun()
        .fieldValidation(Validation.STRICT)
        .create();
  }
}
