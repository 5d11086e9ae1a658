package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Configuration;

/** The CloudNativePG databases of a variant, which all of its trials share. */
public final class DatabasePart extends Part {
  private final Testbed testbed;

  public DatabasePart(Testbed testbed) {
    super("Database", "the database", Reason.DATABASE_NOT_READY);
    this.testbed = testbed;
  }

  @Override
  public boolean isPartOf(Configuration configuration) {
    return configuration.workload().usesDatabase();
  }

  @Override
  public int patienceSeconds(Configuration configuration) {
    return configuration.spec().timeouts().databaseSeconds();
  }

  @Override
  public Readiness observe(Scene scene) {
    return testbed.databases(scene.experiment(), scene.configuration());
  }

  @Override
  public void deploy(Scene scene) {
    testbed.deployDatabases(scene.experiment(), scene.configuration());
  }
}
