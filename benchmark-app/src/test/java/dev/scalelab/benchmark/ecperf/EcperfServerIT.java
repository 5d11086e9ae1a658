package dev.scalelab.benchmark.ecperf;

import dev.scalelab.benchmark.ecperf.customer.interfaces.CustomerApiContract;
import dev.scalelab.benchmark.ecperf.manufacturing.interfaces.ManufacturingApiContract;
import dev.scalelab.benchmark.ecperf.supplier.interfaces.SupplierApiContract;
import dev.scalelab.benchmark.health.ServerContract;
import dev.scalelab.benchmark.metrics.MetricsContract;
import dev.scalelab.benchmark.page.PageChecks;
import dev.scalelab.benchmark.support.Emulator;
import dev.scalelab.benchmark.support.Postgres;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * All tests with a single server of ecperf, which is started once; each nested class resets the
 * data.
 */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EcperfServerIT {

  private EcperfServer ecperf;

  @BeforeAll
  void start(Postgres.Instance postgres) throws Exception {
    ecperf = EcperfServer.start(postgres);
  }

  @AfterAll
  void stop() throws Exception {
    ecperf.close();
  }

  @Nested
  class Customers extends CustomerApiContract {
    Customers() {
      super(ecperf);
    }
  }

  @Nested
  class Manufacturing extends ManufacturingApiContract {
    Manufacturing() {
      super(ecperf);
    }
  }

  @Nested
  class Suppliers extends SupplierApiContract {
    Suppliers() {
      super(ecperf);
    }
  }

  @Nested
  class Health extends ServerContract {
    Health() {
      super(ecperf);
    }
  }

  @Nested
  class Metrics extends MetricsContract {
    Metrics() {
      super(ecperf);
    }
  }

  @Nested
  class OnThePage {

    @BeforeEach
    void reset() {
      ecperf.reset();
      ecperf.awaitAnAnsweredProbe();
    }

    @Test
    void anOrderThatWasMadeIsTheOneThatIsChanged() throws Exception {
      PageChecks.anOrderThatWasMadeIsTheOneThatIsChanged(ecperf.server());
    }

    @Test
    void aLargeOrderIsMadeToItsEndOfPartsThatAreDelivered() throws Exception {
      try (Emulator emulator =
          ecperf.emulator(Map.of("DELIVERY_MIN_MILLIS", "0", "DELIVERY_MAX_MILLIS", "0"))) {
        PageChecks.aLargeOrderIsMadeToItsEnd(ecperf.server(), emulator);
      }
    }
  }
}
