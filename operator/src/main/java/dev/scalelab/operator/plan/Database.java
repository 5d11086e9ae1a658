package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.Domain;
import java.util.List;

/**
 * A database of a configuration, which all trials of its layout share.
 *
 * @param cluster name of its CloudNativePG Cluster; the service of its primary has this name with
 *     -rw, that of its replicas with -ro, its secret with -app
 * @param domains the domains whose tables are in it; none where the workload has no domains
 * @param spec its settings
 */
public record Database(String cluster, List<Domain> domains, DatabaseSpec spec) {

  /** Its name in messages. */
  public String name() {
    return spec.name();
  }

  /** Its path in the experiment, as in messages. */
  public String field() {
    return "spec.system.databases[%s]".formatted(name());
  }
}
