package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Database;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.Quantities;
import dev.scalelab.operator.platform.Resources;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * Whether databases would fit on their nodes without other pods. Whether they fit beside other pods
 * is reported by the scheduler's events.
 */
final class DatabaseRoom {
  private final List<Database> databases;
  private final ClusterFacts facts;

  DatabaseRoom(List<Database> databases, ClusterFacts facts) {
    this.databases = databases;
    this.facts = facts;
  }

  /** Every database that does not fit: on a single node, or together with those before it. */
  List<Violation> violations() {
    return databases.stream().flatMap(database -> violation(database).stream()).toList();
  }

  private Optional<Violation> violation(Database database) {
    return violation(database, Resources.CPU, one -> one.spec().cpu())
        .or(() -> violation(database, Resources.MEMORY, one -> one.spec().memory()));
  }

  private Optional<Violation> violation(
      Database database, String resource, Function<Database, Quantity> request) {
    List<ClusterFacts.Node> nodes = facts.usable(database.spec().pod());
    if (nodes.isEmpty() || nodes.stream().anyMatch(node -> node.allocatable(resource) == null)) {
      return Optional.empty(); // already reported, or unknown
    }
    BigDecimal one = request.apply(database).getNumericalAmount();
    BigDecimal all = requestedUpTo(database, nodes, request);
    BigDecimal largest = of(nodes, resource, BigDecimal::max);
    BigDecimal together = of(nodes, resource, BigDecimal::add);
    if (one.compareTo(largest) > 0) {
      return Optional.of(
          violation(
              database,
              resource,
              "the largest of its nodes has %s, and it requests %s"
                  .formatted(text(resource, largest), text(resource, one))));
    }
    return all.compareTo(together) > 0
        ? Optional.of(
            violation(
                database,
                resource,
                "its nodes have %s in total, and %s are requested by its %s and the databases before it"
                    .formatted(text(resource, together), text(resource, all), instances(database))))
        : Optional.empty();
  }

  private static String instances(Database database) {
    int instances = database.spec().instances();
    return instances == 1 ? "instance" : instances + " instances";
  }

  private static Violation violation(Database database, String resource, String message) {
    return new Violation(database.field() + "." + resource, Reason.NODES_TOO_SMALL, message);
  }

  /** Sum of the requests of databases on the same nodes, up to this one. */
  private BigDecimal requestedUpTo(
      Database last, List<ClusterFacts.Node> nodes, Function<Database, Quantity> request) {
    return databases.subList(0, databases.indexOf(last) + 1).stream()
        .filter(database -> facts.usable(database.spec().pod()).equals(nodes))
        .map(database -> ofAllInstances(database, request))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static BigDecimal ofAllInstances(
      Database database, Function<Database, Quantity> request) {
    return request
        .apply(database)
        .getNumericalAmount()
        .multiply(BigDecimal.valueOf(database.spec().instances()));
  }

  private static BigDecimal of(
      List<ClusterFacts.Node> nodes, String resource, BinaryOperator<BigDecimal> sum) {
    return nodes.stream()
        .map(node -> node.allocatable(resource).getNumericalAmount())
        .reduce(BigDecimal.ZERO, sum);
  }

  private static String text(String resource, BigDecimal amount) {
    return resource.equals(Resources.MEMORY)
        ? Quantities.mebibytes(new Quantity(amount.toPlainString())) + "Mi"
        : amount.stripTrailingZeros().toPlainString();
  }
}
