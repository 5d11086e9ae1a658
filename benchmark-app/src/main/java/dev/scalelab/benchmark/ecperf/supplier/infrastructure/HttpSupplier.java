package dev.scalelab.benchmark.ecperf.supplier.infrastructure;

import dev.scalelab.benchmark.ecperf.supplier.domain.OutsideSupplier;
import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrder;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.client.Client;
import jakarta.ws.rs.client.ClientBuilder;
import jakarta.ws.rs.client.Entity;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Suppliers behind one address, which take orders as {@code PUT purchase-orders/NUMBER}. */
@ApplicationScoped
public class HttpSupplier implements OutsideSupplier {

  private static final int CONNECT_TIMEOUT_SECONDS = 2;
  private static final int ANSWER_TIMEOUT_SECONDS = 5;

  private final String url = System.getenv().getOrDefault("SUPPLIER_URL", "");

  private Client client;

  /** An order as its supplier reads it. */
  public record Sent(int supplierId, int partId, int quantity) {}

  /** What an order is accepted with; null where it is no promise. */
  public record Promise(Long withinMillis) {}

  @PostConstruct
  void open() {
    // Most servers have nobody to send to.
    if (isKnown()) {
      client =
          ClientBuilder.newBuilder()
              .connectTimeout(CONNECT_TIMEOUT_SECONDS, TimeUnit.SECONDS)
              .readTimeout(ANSWER_TIMEOUT_SECONDS, TimeUnit.SECONDS)
              .build();
    }
  }

  @PreDestroy
  void close() {
    if (client != null) {
      client.close();
    }
  }

  @Override
  public boolean isKnown() {
    return !url.isEmpty();
  }

  @Override
  public Answer send(PurchaseOrder order) {
    Sent sent = new Sent(order.getSupplierId(), order.getPartId(), order.getQuantity());
    try (Response response =
        client
            .target(url)
            .path("purchase-orders")
            .path(order.getNumber().toString())
            .request()
            .put(Entity.json(sent))) {
      return switch (response.getStatusInfo().toEnum()) {
        case ACCEPTED -> accepted(response.readEntity(Promise.class));
        case CONFLICT -> Answer.REFUSED;
        default -> Answer.NONE;
      };
    } catch (ProcessingException e) {
      return Answer.NONE;
    }
  }

  private static Answer accepted(Promise promise) {
    return promise.withinMillis() == null
        ? Answer.NONE
        : Answer.accepted(Duration.ofMillis(promise.withinMillis()));
  }
}
