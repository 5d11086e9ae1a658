package dev.scalelab.benchmark.ecperf;

import dev.scalelab.benchmark.support.DomainDatabases.Grouping;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/**
 * Two servers with each domain in a separate database. They look for unfinished transactions every
 * two seconds, so that a server has had the opportunity to finish those that it leaves alone.
 */
@Tag("nightly")
class FourDatabasesIT extends SeveralDatabasesContract {

  private static final String OFTEN =
      " -Dcom.arjuna.ats.arjuna.recovery.periodicRecoveryPeriod=1"
          + " -Dcom.arjuna.ats.arjuna.recovery.recoveryBackoffPeriod=1"
          + " -Dcom.arjuna.ats.jta.orphanSafetyInterval=1";

  FourDatabasesIT() {
    super(
        Grouping.EACH_ITS_OWN,
        Map.of("JAVA_OPTS_APPEND", OFTEN),
        // Customers belong to corporate, orders to the customer domain, their lines to
        // manufacturing, too.
        3,
        Duration.ofSeconds(6));
  }
}
