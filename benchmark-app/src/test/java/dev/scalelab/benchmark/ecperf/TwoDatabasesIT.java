package dev.scalelab.benchmark.ecperf;

import dev.scalelab.benchmark.support.DomainDatabases.Grouping;
import java.time.Duration;
import java.util.Map;

/**
 * Two servers whose domains are in two databases: customer and corporate, manufacturing and
 * supplier. They look for unfinished transactions as often as the start script says.
 */
class TwoDatabasesIT extends SeveralDatabasesContract {

  TwoDatabasesIT() {
    super(Grouping.TWO_AND_TWO, Map.of(), 2, Duration.ofSeconds(1));
  }
}
