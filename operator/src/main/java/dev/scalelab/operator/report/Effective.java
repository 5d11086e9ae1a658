package dev.scalelab.operator.report;

import dev.scalelab.operator.api.EffectiveDatabase;
import dev.scalelab.operator.api.EffectiveSettings;
import dev.scalelab.operator.api.Provisioner;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.workload.Workload;
import java.util.List;
import java.util.Map;

/** What is used where a spec leaves it to ScaleLab. */
final class Effective {
  private Effective() {}

  /**
   * Of a spec.
   *
   * @param spec with every default filled in
   */
  static EffectiveSettings of(ScalabilityExperimentSpec spec) {
    Workload workload = Workload.of(spec);
    boolean database = workload.usesDatabase();
    return new EffectiveSettings(
        database ? spec.workload().scale() : null,
        database ? databases(spec, workload) : null,
        Map.of("application", Provisioner.STATEFUL_SET),
        spec.objectives().responseTimes());
  }

  private static List<EffectiveDatabase> databases(
      ScalabilityExperimentSpec spec, Workload workload) {
    return spec.system().databases().stream()
        .map(
            database ->
                new EffectiveDatabase(
                    database.name(),
                    workload.hasDomains() ? workload.domains(database) : null,
                    database.maxConnections()))
        .toList();
  }
}
