package dev.scalelab.operator.chart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.support.Parts;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The kinds of other operators that components create are known where no Java reads them. */
class KindsOfOtherOperatorsTest {
  private static final Path PLUGIN = Path.of("../config/plugin/internal/command/prerequisites.go");

  static List<ResourceDefinitionContext> kinds() {
    assertThat(Parts.TOPOLOGY.kinds()).hasSizeGreaterThan(2);
    return Parts.TOPOLOGY.kinds();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theOperatorMayCreateEachAndRemoveIt(ResourceDefinitionContext kind) {
    Set<String> verbs =
        Chart.render("scalelab-system").all(Role.class).stream()
            .filter(role -> role.getMetadata().getName().equals("scalelab-operator"))
            .flatMap(role -> role.getRules().stream())
            .filter(rule -> rule.getApiGroups().contains(kind.getGroup()))
            .filter(rule -> rule.getResources().contains(kind.getPlural()))
            .map(PolicyRule::getVerbs)
            .flatMap(List::stream)
            .collect(Collectors.toSet());

    assertThat(verbs)
        .as(
            "rights to %s in charts/scalelab/templates/operator/rbac.yaml: add a rule there",
            name(kind))
        .contains("get", "list", "watch", "create", "delete");
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void thePluginChecksThatEachIsServed(ResourceDefinitionContext kind) throws IOException {
    String source = Files.readString(PLUGIN);
    int begin = source.indexOf("func kinds(");

    assertThat(begin).as("func kinds in " + PLUGIN).isPositive();
    assertThat(source.substring(begin, source.indexOf("\n}\n", begin)))
        .as("kinds in %s: add a kind, and when an experiment needs it", PLUGIN)
        .contains('"' + name(kind) + '"');
  }

  private static String name(ResourceDefinitionContext kind) {
    return kind.getPlural() + "." + kind.getGroup();
  }
}
