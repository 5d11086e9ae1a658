package dev.scalelab.benchmark.ecperf.customer.infrastructure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.benchmark.ecperf.customer.domain.Customer;
import dev.scalelab.benchmark.ecperf.customer.domain.Item;
import dev.scalelab.benchmark.ecperf.customer.domain.Order;
import dev.scalelab.benchmark.ecperf.customer.domain.OrderLine;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Postgres;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.tool.schema.spi.SchemaManagementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The entities match the tables that the dataset tool makes. */
@ExtendWith(Postgres.class)
class SchemaIT {

  @Test
  void hibernateFindsEveryColumnOfTheEntities(Postgres.Instance postgres) throws Exception {
    postgres.createTemplate("schema");
    DatasetRunner.succeed(postgres.environment("schema"), "reset");

    try (SessionFactory factory = validated(postgres)) {
      assertThat(factory.isOpen()).isTrue();
    }

    postgres.superuser("schema", "ALTER TABLE orders DROP COLUMN changes");
    assertThatThrownBy(() -> validated(postgres).close())
        .isInstanceOf(SchemaManagementException.class)
        .hasMessageContaining("missing column [changes] in table [orders]");
  }

  private static SessionFactory validated(Postgres.Instance postgres) {
    return new Configuration()
        .addAnnotatedClass(Customer.class)
        .addAnnotatedClass(Item.class)
        .addAnnotatedClass(Order.class)
        .addAnnotatedClass(OrderLine.class)
        .setProperty("hibernate.connection.url", postgres.url("schema"))
        .setProperty("hibernate.connection.username", Postgres.USER)
        .setProperty("hibernate.connection.password", "secret")
        .setProperty("hibernate.hbm2ddl.auto", "validate")
        .buildSessionFactory();
  }
}
