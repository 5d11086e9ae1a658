package dev.scalelab.benchmark.ecperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.benchmark.ecperf.corporate.domain.Customer;
import dev.scalelab.benchmark.ecperf.corporate.domain.Part;
import dev.scalelab.benchmark.ecperf.corporate.domain.Supplier;
import dev.scalelab.benchmark.ecperf.customer.domain.Item;
import dev.scalelab.benchmark.ecperf.customer.domain.Order;
import dev.scalelab.benchmark.ecperf.customer.domain.OrderLine;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.Assembly;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.FinishedGoods;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.LargeOrder;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.Stock;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.WorkOrder;
import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrder;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Postgres;
import java.util.List;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.tool.schema.spi.SchemaManagementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The entities of each domain match the tables that the dataset tool creates for it. */
@ExtendWith(Postgres.class)
class SchemaIT {

  private static final List<Class<?>> CUSTOMER = List.of(Item.class, Order.class, OrderLine.class);
  private static final List<Class<?>> CORPORATE =
      List.of(Customer.class, Part.class, Supplier.class);
  private static final List<Class<?>> MANUFACTURING =
      List.of(Assembly.class, FinishedGoods.class, LargeOrder.class, Stock.class, WorkOrder.class);
  private static final List<Class<?>> SUPPLIER = List.of(PurchaseOrder.class);

  @Test
  void hibernateFindsEveryColumnOfTheEntities(Postgres.Instance postgres) throws Exception {
    Map<String, List<Class<?>>> domains =
        Map.of(
            "customer", CUSTOMER,
            "corporate", CORPORATE,
            "manufacturing", MANUFACTURING,
            "supplier", SUPPLIER);
    Map<String, String> environment = postgres.environment("schema");
    for (String domain : domains.keySet()) {
      postgres.createTemplate("schema_" + domain);
      environment.put("DB_" + domain.toUpperCase() + "_NAME", "schema_" + domain);
      environment.put("DB_" + domain.toUpperCase() + "_TEMPLATE", "schema_" + domain + "_template");
    }
    DatasetRunner.succeed(environment, "reset");

    for (Map.Entry<String, List<Class<?>>> domain : domains.entrySet()) {
      validate(postgres.url("schema_" + domain.getKey()), domain.getValue());
    }

    postgres.superuser("schema_customer", "ALTER TABLE orders DROP COLUMN changes");
    assertThatThrownBy(() -> validate(postgres.url("schema_customer"), CUSTOMER))
        .isInstanceOf(SchemaManagementException.class)
        .hasMessageContaining("missing column [changes] in table [orders]");
  }

  private static void validate(String url, List<Class<?>> entities) {
    Configuration configuration = new Configuration();
    entities.forEach(configuration::addAnnotatedClass);
    try (SessionFactory factory =
        configuration
            .setProperty("hibernate.connection.url", url)
            .setProperty("hibernate.connection.username", Postgres.USER)
            .setProperty("hibernate.connection.password", "secret")
            .setProperty("hibernate.hbm2ddl.auto", "validate")
            .buildSessionFactory()) {
      assertThat(factory.isOpen()).isTrue();
    }
  }
}
