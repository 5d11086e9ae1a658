package dev.scalelab.benchmark.ecperf;

import dev.scalelab.benchmark.support.DomainDatabases.Grouping;
import java.util.Map;

/** Two servers whose domains are all in one database. */
class OneDatabaseIT extends DomainsContract {

  OneDatabaseIT() {
    super(Grouping.ALL_IN_ONE, Map.of());
  }
}
