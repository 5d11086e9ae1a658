package dev.scalelab.benchmark.web;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ejb.EJBException;
import jakarta.persistence.PersistenceException;
import jakarta.resource.ResourceException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseLossTest {

  @ParameterizedTest
  @CsvSource({
    "08006, true",
    "53300, true",
    "57P01, true",
    "3D000, true",
    "23505, false",
    "42P01, false"
  })
  void theSqlStateDistinguishesALostDatabaseFromAnError(String sqlState, boolean loss) {
    var e = new EJBException(new PersistenceException(new SQLException("message", sqlState)));

    assertThat(DatabaseLoss.isBehind(e)).isEqualTo(loss);
  }

  @Test
  void aPoolThatHasNoConnectionIsALoss() {
    var e = new PersistenceException(new SQLException(new ResourceException("no connection")));

    assertThat(DatabaseLoss.isBehind(e)).isTrue();
    assertThat(DatabaseLoss.reason(e)).isEqualTo("no connection");
  }

  @Test
  void anErrorOfTheApplicationIsNone() {
    assertThat(DatabaseLoss.isBehind(new EJBException(new IllegalStateException("bug")))).isFalse();
  }
}
