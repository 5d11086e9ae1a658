package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.ApplicationSpec;
import dev.scalelab.operator.api.PortalSpec;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.WorkloadSpec;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.TrialPlan;
import dev.scalelab.operator.platform.DatabaseAccess;
import dev.scalelab.operator.platform.Quantities;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import java.util.ArrayList;
import java.util.List;

/** What an application server is told by environment variables. */
final class ServerEnvironment {
  private static final int SMALLEST_POOL = 5;

  private ServerEnvironment() {}

  /**
   * Every variable of a trial's servers.
   *
   * @param domain full name of their headless service
   */
  static List<EnvVar> of(ScalabilityExperiment e, TrialPlan t, String domain) {
    ApplicationSpec application = e.getSpec().system().application();
    WorkloadSpec workload = e.getSpec().workload();
    List<EnvVar> environment = new ArrayList<>(workload(e, t));
    int pool = application.connectionPoolSize();
    environment.addAll(
        List.of(
            fromField("POD_NAME", "metadata.name"),
            fromField("POD_IP", "status.podIP"),
            new EnvVar("CLUSTER_DNS", domain, null),
            new EnvVar("POOL_MAX_SIZE", "" + pool, null),
            new EnvVar("POOL_MIN_SIZE", "" + Math.min(SMALLEST_POOL, pool), null),
            new EnvVar("SESSION_COPIES", "" + application.sessionCopies(), null),
            new EnvVar("HEAP", Quantities.mebibytes(application.heap()) + "m", null),
            new EnvVar("ACTIVE_PROCESSORS", "" + Quantities.wholeCores(application.cpu()), null),
            new EnvVar("LOG_LEVEL", application.logLevel().name(), null)));
    if (application.page()) {
      environment.add(new EnvVar("PAGE", "true", null));
    }
    if (workload.own() != null) {
      workload
          .own()
          .environment()
          .forEach(given -> environment.add(asWritten(given.name(), given.value())));
    }
    if (application.javaOptions() != null) {
      environment.add(asWritten("JAVA_OPTS_APPEND", application.javaOptions()));
    }
    return environment;
  }

  private static List<EnvVar> workload(ScalabilityExperiment e, TrialPlan t) {
    WorkloadSpec workload = e.getSpec().workload();
    List<EnvVar> environment = new ArrayList<>();
    environment.add(new EnvVar("WORKLOAD", workload.name().label(), null));
    if (workload.usesDatabase()) {
      String database = Names.database(e.getMetadata().getName(), t.variant());
      environment.addAll(DatabaseAccess.environment(database, workload.name()));
    }
    if (workload.bookstore() != null) {
      environment.add(new EnvVar("BOOKSTORE_STATE", workload.bookstore().state().label(), null));
    }
    if (workload.cart() != null) {
      environment.add(new EnvVar("CART_STATE_BYTES", "" + workload.cart().stateBytes(), null));
    }
    environment.addAll(WorkloadFile.environment(workload));
    if (workload.portal() != null) {
      environment.addAll(portal(workload.portal()));
    }
    if (workload.usesSuppliers()) {
      environment.add(new EnvVar("SUPPLIER_URL", SupplierManifest.url(t), null));
    }
    return environment;
  }

  private static List<EnvVar> portal(PortalSpec portal) {
    return List.of(
        new EnvVar("PORTAL_CACHE", portal.cache().label(), null),
        new EnvVar("PORTAL_LISTENERS", "" + portal.listeners(), null),
        new EnvVar("PORTAL_MAX_AGE_MILLIS", "" + portal.maxAgeMillis(), null));
  }

  /** Kubernetes replaces $(NAME) by a variable's value, and $$ by $: the one way to write a $. */
  private static EnvVar asWritten(String name, String value) {
    return new EnvVar(name, value.replace("$", "$$"), null);
  }

  private static EnvVar fromField(String name, String path) {
    return new EnvVarBuilder()
        .withName(name)
        .withNewValueFrom()
        .withNewFieldRef()
        .withFieldPath(path)
        .endFieldRef()
        .endValueFrom()
        .build();
  }
}
