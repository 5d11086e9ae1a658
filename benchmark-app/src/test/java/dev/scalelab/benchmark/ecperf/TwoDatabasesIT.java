package dev.scalelab.benchmark.ecperf;

import dev.scalelab.benchmark.support.DomainDatabases.Grouping;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/**
 * Two servers whose domains are in two databases: customer and corporate, manufacturing and
 * supplier. They look for unfinished transactions as often as configured in the start script; only
 * the pauses within a pass are shorter.
 */
@Tag("nightly")
class TwoDatabasesIT extends SeveralDatabasesContract {

  private static final String QUICKLY =
      " -Dcom.arjuna.ats.arjuna.recovery.recoveryBackoffPeriod=1"
          + " -Dcom.arjuna.ats.jta.orphanSafetyInterval=1";

  TwoDatabasesIT() {
    super(Grouping.TWO_AND_TWO, Map.of("JAVA_OPTS_APPEND", QUICKLY), 2, Duration.ofSeconds(1));
  }
}
