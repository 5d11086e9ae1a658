package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.Domain;
import java.util.List;

/**
 * A database of a configuration, which all trials of its layout share.
 *
 * @param cluster name of its CloudNativePG Cluster; the service of its primary is this with -rw,
 *     that of its replicas with -ro, its secret with -app
 * @param domains the domains whose tables are in it; none where the workload has no domains
 * @param spec what it is to be
 */
public record Database(String cluster, List<Domain> domains, DatabaseSpec spec) {

  /** Its name, by which it is known in messages. */
  public String name() {
    return spec.name();
  }

  /** Its path in the experiment, as messages have it. */
  public String field() {
    return "spec.system.databases[%s]".formatted(name());
  }
}
