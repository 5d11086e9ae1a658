package dev.scalelab.operator.platform;

import dev.scalelab.operator.workload.Workload;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import java.util.List;

/** How servers and dataset Jobs reach a CloudNativePG database, by the names that it gives. */
public final class DatabaseAccess {
  /** Owner of the databases, and the user of every server. */
  public static final String USER = "scalelab";

  private DatabaseAccess() {}

  /** The database that servers work on. */
  public static String database(Workload workload) {
    return workload.label();
  }

  /** The database that the working one is copied from before each run. */
  public static String template(Workload workload) {
    return database(workload) + "_template";
  }

  /**
   * Environment with address and credentials. Credentials are references to CloudNativePG's own
   * secret: the operator never reads it.
   *
   * @param cluster name of the CloudNativePG Cluster
   */
  public static List<EnvVar> environment(String cluster, Workload workload) {
    return List.of(
        new EnvVar("DB_HOST", cluster + "-rw", null),
        new EnvVar("DB_PORT", "5432", null),
        new EnvVar("DB_NAME", database(workload), null),
        credential("DB_USER", cluster, "username"),
        credential("DB_PASSWORD", cluster, "password"));
  }

  private static EnvVar credential(String name, String cluster, String key) {
    return new EnvVarBuilder()
        .withName(name)
        .withNewValueFrom()
        .withNewSecretKeyRef()
        .withName(cluster + "-app")
        .withKey(key)
        .endSecretKeyRef()
        .endValueFrom()
        .build();
  }
}
