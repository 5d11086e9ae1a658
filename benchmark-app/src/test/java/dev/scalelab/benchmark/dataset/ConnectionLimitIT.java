package dev.scalelab.benchmark.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Postgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** A database whose servers ask for more connections than it allows them, in a real PostgreSQL. */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConnectionLimitIT {
  private static final String TOO_MANY = "53300";

  private Postgres.Instance postgres;
  private Map<String, String> environment;

  @BeforeAll
  void createTemplate(Postgres.Instance instance) throws SQLException {
    postgres = instance;
    postgres.createTemplate("crowded");
    environment = postgres.environment("crowded");
    environment.put("DB_CONNECTION_LIMIT", "2");
  }

  @Test
  void serversAreRefusedAndTheToolIsNot() throws Exception {
    DatasetRunner.succeed(environment, "reset");
    try (Connection first = connect();
        Connection second = connect()) {
      assertThat(first.isValid(5)).isTrue();
      assertThat(second.isValid(5)).isTrue();
      assertThatThrownBy(this::connect)
          .isInstanceOfSatisfying(
              SQLException.class, refused -> assertThat(refused.getSQLState()).isEqualTo(TOO_MANY))
          .hasMessageContaining("too many connections for database");

      assertThat(DatasetRunner.succeed(environment, "audit").getBoolean("consistent")).isTrue();
      assertThat(first.isValid(5)).as("the servers' connections stay").isTrue();

      DatasetRunner.succeed(environment, "reset");
    }
    try (Connection first = connect();
        Connection second = connect()) {
      assertThat(first.isValid(5) && second.isValid(5)).isTrue();
      assertThatThrownBy(this::connect)
          .as("the limit is back after a reset")
          .isInstanceOf(SQLException.class);
    }
  }

  @Test
  void withoutALimitThereIsNone() {
    Map<String, String> unlimited = postgres.environment("crowded");

    assertThat(Settings.of(unlimited).databases().get(0).isLimited()).isFalse();
  }

  private Connection connect() throws SQLException {
    return postgres.connect("crowded", Postgres.USER);
  }
}
