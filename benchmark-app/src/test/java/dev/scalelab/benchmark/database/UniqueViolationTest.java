package dev.scalelab.benchmark.database;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.PersistenceException;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UniqueViolationTest {

  @ParameterizedTest
  @CsvSource({"23505, true", "23503, false", "08006, false", ", false"})
  void theSqlStateDistinguishesAUniqueViolationFromOtherErrors(String sqlState, boolean violation) {
    var e = new PersistenceException(new SQLException("message", sqlState));

    assertThat(UniqueViolation.isBehind(e)).isEqualTo(violation);
  }
}
