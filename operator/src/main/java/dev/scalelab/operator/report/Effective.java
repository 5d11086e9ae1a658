package dev.scalelab.operator.report;

import dev.scalelab.operator.api.CustomerRange;
import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.EffectiveDatabase;
import dev.scalelab.operator.api.EffectiveSettings;
import dev.scalelab.operator.api.Provisioner;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.TierImage;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Database;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.StateProvisioners;
import dev.scalelab.operator.testbed.PinnedImages;
import dev.scalelab.operator.workload.Workload;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** Settings that ScaleLab chose because the spec does not give them. */
public final class Effective {
  private static final int MAX_DATABASES = 100;

  private Effective() {}

  /**
   * The settings of a plan.
   *
   * @param before the experiment's status, which may be null: recorded images do not change
   * @param trials statuses of the trials that exist
   */
  public static EffectiveSettings of(
      Plan plan, ScalabilityExperimentStatus before, Collection<ScalabilityTrialStatus> trials) {
    ScalabilityExperimentSpec spec = plan.spec();
    Workload workload = Workload.of(spec);
    boolean database = workload.usesDatabase();
    List<TierImage> images = PinnedImages.of(before).recorded(trials);
    return new EffectiveSettings(
        database ? spec.workload().scale() : null,
        database ? databases(plan, workload) : null,
        spec.workload().cells() == null ? null : spec.workload().cells().clients(),
        images.isEmpty() ? null : images,
        provisioners(plan),
        plan.provisioners().reason(),
        spec.objectives().responseTimes());
  }

  private static Map<String, Provisioner> provisioners(Plan plan) {
    Map<String, Provisioner> all = new LinkedHashMap<>(plan.provisioners().used(plan));
    all.putAll(StateProvisioners.used(plan));
    return all;
  }

  /** The databases of each layout, in the order of the plan; private ones are alike. */
  private static List<EffectiveDatabase> databases(Plan plan, Workload workload) {
    Map<String, Configuration> layouts = new LinkedHashMap<>();
    plan.configurations().forEach(one -> layouts.putIfAbsent(one.layout(), one));
    return layouts.values().stream()
        .flatMap(layout -> described(layout).map(one -> database(layout, one, workload)))
        .limit(MAX_DATABASES)
        .toList();
  }

  private static Stream<Database> described(Configuration layout) {
    List<Database> all = layout.databases();
    return all.stream().limit(all.stream().anyMatch(Database::isPrivate) ? 1 : all.size());
  }

  private static CustomerRange customers(
      Configuration layout, Database database, Workload workload) {
    List<Database> all = layout.databases();
    OptionalInt customers = workload.distributedCustomers();
    return all.size() > 1 && customers.isPresent()
        ? CustomerRange.of(all.indexOf(database), all.size(), customers.getAsInt())
        : null;
  }

  private static EffectiveDatabase database(
      Configuration layout, Database database, Workload workload) {
    DatabaseSpec spec = database.spec();
    return new EffectiveDatabase(
        layout.layout(),
        Names.system(layout.variant(), layout.factors()),
        spec.name(),
        workload.hasDomains() ? database.domains() : null,
        customers(layout, database, workload),
        spec.instances(),
        spec.reads(),
        spec.cpu(),
        spec.memory(),
        spec.storage().size(),
        spec.maxConnections());
  }
}
