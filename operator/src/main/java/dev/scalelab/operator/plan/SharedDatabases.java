package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Databases that configurations share. Pure. */
final class SharedDatabases {
  private SharedDatabases() {}

  /**
   * The rule that databases with different settings have different names. The later of two
   * configurations is left out.
   */
  static Optional<Violation> removeRefused(List<Configuration> configurations) {
    Map<String, Configuration> clusters = new HashMap<>();
    List<Violation> found = new ArrayList<>();
    configurations.removeIf(
        one -> {
          Optional<Violation> clash =
              one.databases().stream()
                  .flatMap(database -> clash(clusters, one, database).stream())
                  .findFirst();
          clash.ifPresent(found::add);
          return clash.isPresent();
        });
    return found.stream().findFirst();
  }

  private static Optional<Violation> clash(
      Map<String, Configuration> clusters, Configuration one, Database database) {
    Configuration other = clusters.putIfAbsent(database.cluster(), one);
    return other == null
            || other.spec().system().databases().equals(one.spec().system().databases())
                && other.spec().workload().scale().equals(one.spec().workload().scale())
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "spec.variants",
                Reason.SPEC_INVALID,
                "%s and %s would have different databases with the same name, %s: rename the variant or the database"
                    .formatted(other.shortName(), one.shortName(), database.cluster())));
  }
}
