package dev.scalelab.operator.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** With lines that PostgreSQL 17 and CloudNativePG 1.30 write. */
class LogTailTest {
  @Test
  void theLastLinesAreKept() {
    assertThat(LogTail.of("one\ntwo\n\nthree\nfour\n")).isEqualTo("two / three / four");
    assertThat(LogTail.of("x".repeat(10_000))).hasSizeLessThan(500).startsWith("...x");
    assertThat(LogTail.of(null)).isEmpty();
  }

  @Test
  void recordsOfTheLoadAreLeftOut() {
    assertThat(LogTail.of("no such host\n{\"record\":\"totals\",\"started\":1}\n"))
        .isEqualTo("no such host");
  }

  @Test
  void aWrongSettingIsNamed() {
    assertThat(
            LogTail.of(
                initdb(
                    "waiting for server to start....2026-11-27 08:59:26.427 UTC [7167] LOG:  invalid value"
                        + " for parameter \\\"work_mem\\\": \\\"banana\\\"",
                    "2026-11-27 08:59:26.427 UTC [7167] FATAL:  configuration file"
                        + " \\\"/pgdata/custom.conf\\\" contains errors",
                    " stopped waiting",
                    "pg_ctl: could not start server",
                    "Examine the log output.")))
        .isEqualTo(
            "LOG: invalid value for parameter \"work_mem\": \"banana\" / FATAL: configuration file"
                + " \"/pgdata/custom.conf\" contains errors");
  }

  @Test
  void aSettingThatStopsTheStartIsNamedAlone() {
    assertThat(
            LogTail.of(
                initdb(
                    "2026-11-27 08:59:27.200 UTC [7205] LOG:  starting PostgreSQL 17",
                    "2026-11-27 08:59:27.200 UTC [7205] FATAL:  could not access file \\\"nosuch\\\": No"
                        + " such file or directory",
                    "2026-11-27 08:59:27.206 UTC [7205] LOG:  database system is shut down")))
        .isEqualTo("FATAL: could not access file \"nosuch\": No such file or directory");
  }

  /** A client's, a replica's or a probe's: the server ended for another reason, or was stopped. */
  @Test
  void whatEndsASessionDoesNotEndTheServer() {
    for (String session :
        List.of(
            "the database system is starting up",
            "could not connect to the primary server: connection refused",
            "role \\\"probe\\\" does not exist",
            "password authentication failed for user \\\"app\\\"",
            "terminating connection due to administrator command",
            "could not receive data from WAL stream: server closed the connection")) {
      String message =
          LogTail.of(initdb("2026-11-27 08:59:26.427 UTC [7167] FATAL:  " + session, "exited"));

      assertThat(message).endsWith(" / exited");
      assertThat(LogTail.nameSettings(message)).as(session).isFalse();
    }
  }

  @Test
  void onlyReasonsOfTheSettingsComeAgain() {
    assertThat(
            List.of(
                "FATAL: configuration file \"/pgdata/custom.conf\" contains errors",
                "FATAL: could not access file \"nosuch\": No such file or directory",
                "FATAL: could not map anonymous shared memory: Cannot allocate memory",
                "FATAL: WAL streaming (\"max_wal_senders\" > 0) requires \"wal_level\" to be"
                    + " \"replica\" or \"logical\"",
                "FATAL: recovery aborted because of insufficient parameter settings"))
        .allMatch(LogTail::nameSettings);
    assertThat(
            List.of(
                "FATAL: could not write lock file \"postmaster.pid\": No space left on device",
                "FATAL: lock file \"postmaster.pid\" already exists",
                "LOG: could not load the statistics"))
        .noneMatch(LogTail::nameSettings);
  }

  @Test
  void ofOtherProgramsRecordsOnlyTheMessageIsKept() {
    assertThat(
            LogTail.of(
                """
                {"timestamp":"2026-11-27T08:59:26Z","level":"ERROR","loggerName":"io.quarkus","message":"Port 8080 is in use","processId":1}
                {"@timestamp":"2026-11-27T08:59:26Z","message":"Stopped","level":"INFO","level_value":20000}
                {"level":50,"time":1795769966000,"pid":1,"msg":"bye"}
                {"record":"step","message":"none"}
                """))
        .isEqualTo("Port 8080 is in use / Stopped / bye");
  }

  @Test
  void aRecordOfTheServerIsReadWithoutItsStatement() {
    assertThat(
            LogTail.of(
                """
                {"level":"info","ts":"2026-11-27","logger":"postgres","msg":"record","record":{"error_severity":"FATAL","message":"no room","query":"ALTER ROLE a PASSWORD 'b'"},"logging_pod":"db-1"}
                {"level":"error","ts":"2026-11-27","msg":"Error while running","error":"exit status 1"}
                """))
        .isEqualTo("FATAL: no room");
  }

  @Test
  void withoutAReasonOfTheServerTheLastMessagesAreKept() {
    assertThat(
            LogTail.of(
                """
                {"level":"info","ts":"2026-11-27","msg":"Starting"}
                {"level":"error","ts":"2026-11-27","msg":"Error while bootstrapping","error":"no space left on device"}
                """))
        .isEqualTo("Starting / Error while bootstrapping / no space left on device");
  }

  /** Each line in a record, as CloudNativePG prints what pg_ctl says. */
  private static String initdb(String... lines) {
    StringBuilder log = new StringBuilder();
    for (String line : lines) {
      log.append(
          "{\"level\":\"info\",\"ts\":\"2026-11-27T08:59:26Z\",\"logger\":\"pg_ctl\",\"msg\":\"%s\",\"pipe\":\"stdout\",\"logging_pod\":\"db-1-initdb\"}\n"
              .formatted(line));
    }
    return log.toString();
  }
}
