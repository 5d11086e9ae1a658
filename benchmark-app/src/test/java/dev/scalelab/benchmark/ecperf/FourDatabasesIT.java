package dev.scalelab.benchmark.ecperf;

import dev.scalelab.benchmark.support.DomainDatabases.Grouping;
import java.time.Duration;
import java.util.Map;

/**
 * Two servers whose domains are in a database each. They look for unfinished transactions every two
 * seconds, so that what a server leaves alone it has had occasion to finish.
 */
class FourDatabasesIT extends SeveralDatabasesContract {

  private static final String OFTEN =
      " -Dcom.arjuna.ats.arjuna.recovery.periodicRecoveryPeriod=1"
          + " -Dcom.arjuna.ats.arjuna.recovery.recoveryBackoffPeriod=1"
          + " -Dcom.arjuna.ats.jta.orphanSafetyInterval=1";

  FourDatabasesIT() {
    super(
        Grouping.EACH_ITS_OWN,
        Map.of("JAVA_OPTS_APPEND", OFTEN),
        // Customers are corporate's, orders the customer domain's, their lines manufacturing's too.
        3,
        Duration.ofSeconds(6));
  }
}
