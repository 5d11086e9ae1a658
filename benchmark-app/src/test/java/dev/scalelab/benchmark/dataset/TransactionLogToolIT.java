package dev.scalelab.benchmark.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.DomainDatabases;
import dev.scalelab.benchmark.support.DomainDatabases.Grouping;
import dev.scalelab.benchmark.support.Ports;
import dev.scalelab.benchmark.support.Postgres;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Start of a server whose transaction log is not created; the servers of EcperfCluster wait until
 * theirs is created.
 */
@ExtendWith(Postgres.class)
class TransactionLogToolIT {

  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  @Test
  void aServerThatIsStoppedWhileItWaitsLeavesNothing(Postgres.Instance postgres) throws Exception {
    DomainDatabases databases = new DomainDatabases(postgres, "never", Grouping.TWO_AND_TWO);
    AppServer server = AppServer.start("never-0", databases.environment());
    try {
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> server.console().contains("waiting for database"));
      List<ProcessHandle> processes = server.processes();
      assertThat(processes).as("the launcher, and the waiting tool").hasSize(2);

      // The tool would wait for a minute.
      assertThat(server.stop()).isLessThan(Duration.ofSeconds(30));

      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> processes.stream().noneMatch(ProcessHandle::isAlive));
    } finally {
      server.close();
    }
  }

  @Test
  void aBadPortIsNamed(Postgres.Instance postgres) {
    Map<String, String> environment = postgres.environment("none");
    environment.put("DB_PORT", "abc");

    assertThat(waited(environment)).isEqualTo(2);
    assertThat(errors.toString(StandardCharsets.UTF_8))
        .contains("DB_CUSTOMER_PORT must be a whole number from 1 to 65535, not \"abc\"");
  }

  @Test
  void saysWhatCreatesADatabaseThatDoesNotCome(Postgres.Instance postgres) {
    assertThat(waited(postgres.environment("none"))).isEqualTo(1);
    assertThat(errors.toString(StandardCharsets.UTF_8))
        .contains("no transaction log: ")
        .contains("\"none_transactions\" does not exist")
        .contains("dataset reset creates it (gave up after 1 s)");
  }

  @Test
  void saysWhereNoServerIs(Postgres.Instance postgres) throws Exception {
    Map<String, String> environment = postgres.environment("none");
    int unused = Ports.free("127.0.0.1");
    environment.put("DB_PORT", String.valueOf(unused));

    assertThat(waited(environment)).isEqualTo(1);
    assertThat(errors.toString(StandardCharsets.UTF_8))
        .contains("no transaction log: no database server at 127.0.0.1:" + unused)
        .contains("(gave up after 1 s)");
  }

  /** The exit code, with the settings that the launcher derives from these. */
  private int waited(Map<String, String> environment) {
    Map<String, String> complete = new HashMap<>();
    environment.forEach((name, value) -> complete.put(name.replace("DB_", "DB_CUSTOMER_"), value));
    complete.put("TRANSACTION_LOG_NAME", environment.get("DB_NAME") + "_transactions");
    return TransactionLogTool.run(Duration.ofSeconds(1), complete, new PrintStream(errors));
  }
}
