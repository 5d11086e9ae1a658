package dev.scalelab.operator.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** With lines that PostgreSQL 17 and CloudNativePG 1.30 write. */
class LastWordsTest {
  @Test
  void theLastLinesAreKept() {
    assertThat(LastWords.of("one\ntwo\n\nthree\nfour\n")).isEqualTo("two / three / four");
    assertThat(LastWords.of("x".repeat(10_000))).hasSizeLessThan(500).startsWith("...x");
    assertThat(LastWords.of(null)).isEmpty();
  }

  @Test
  void recordsOfTheLoadAreLeftOut() {
    assertThat(LastWords.of("no such host\n{\"record\":\"totals\",\"started\":1}\n"))
        .isEqualTo("no such host");
  }

  @Test
  void aWrongSettingIsNamed() {
    assertThat(
            LastWords.of(
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
            LastWords.of(
                initdb(
                    "2026-11-27 08:59:27.200 UTC [7205] LOG:  starting PostgreSQL 17",
                    "2026-11-27 08:59:27.200 UTC [7205] FATAL:  could not access file \\\"nosuch\\\": No"
                        + " such file or directory",
                    "2026-11-27 08:59:27.206 UTC [7205] LOG:  database system is shut down")))
        .isEqualTo("FATAL: could not access file \"nosuch\": No such file or directory");
  }

  @Test
  void aRecordOfTheServerIsReadWithoutItsStatement() {
    assertThat(
            LastWords.of(
                """
                {"level":"info","ts":"2026-11-27","logger":"postgres","msg":"record","record":{"error_severity":"FATAL","message":"no room","query":"ALTER ROLE a PASSWORD 'b'"},"logging_pod":"db-1"}
                {"level":"error","ts":"2026-11-27","msg":"Error while running","error":"exit status 1"}
                """))
        .isEqualTo("FATAL: no room");
  }

  @Test
  void withoutAReasonOfTheServerTheLastMessagesAreKept() {
    assertThat(
            LastWords.of(
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
