package dev.scalelab.operator.e2e;

import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;

/** Databases that a test keeps from being deleted, by a finalizer, until it has queried them. */
final class HeldDatabases {
  private static final String FINALIZER = "[\"scalelab.dev/asked-by-a-test\"]";

  private final Cluster cluster;

  HeldDatabases(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Keeps a database from when it exists. */
  void hold(String database) {
    cluster.until(cluster.database(database), found -> true, 10);
    finalizers(database, FINALIZER);
  }

  /** Lets it be deleted; it may not exist. */
  void release(String database) {
    if (cluster.database(database).get() != null) {
      finalizers(database, "[]");
    }
  }

  private void finalizers(String database, String all) {
    cluster
        .database(database)
        .patch(
            PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":" + all + "}}");
  }
}
