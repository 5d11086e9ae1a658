package dev.scalelab.benchmark.ecperf.supplier.infrastructure;

import dev.scalelab.benchmark.ecperf.supplier.domain.OutsideSupplier;
import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrder;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.client.Client;
import jakarta.ws.rs.client.ClientBuilder;
import jakarta.ws.rs.client.Entity;
import jakarta.ws.rs.core.Response;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Suppliers at a common address, which accept orders as {@code PUT purchase-orders/NUMBER}. */
@ApplicationScoped
public class HttpSupplier implements OutsideSupplier {

  private static final int CONNECT_TIMEOUT_SECONDS = 2;
  private static final int ANSWER_TIMEOUT_SECONDS = 5;

  private final String url = System.getenv().getOrDefault("SUPPLIER_URL", "");

  private Client client;

  @PostConstruct
  void open() {
    // Most servers have no supplier.
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
    try (Response response =
        client
            .target(url)
            .path("purchase-orders")
            .path(order.getNumber().toString())
            .request()
            .put(Entity.json(json(order)))) {
      return switch (response.getStatus()) {
        case HttpURLConnection.HTTP_ACCEPTED -> accepted(response.readEntity(JsonObject.class));
        case HttpURLConnection.HTTP_CONFLICT -> Answer.REFUSED;
        default -> Answer.NONE;
      };
    } catch (ProcessingException | JsonException e) {
      return Answer.NONE;
    }
  }

  private static JsonObject json(PurchaseOrder order) {
    return Json.createObjectBuilder()
        .add("supplierId", order.getSupplierId())
        .add("partId", order.getPartId())
        .add("quantity", order.getQuantity())
        .build();
  }

  /** An answer that accepts must contain a delivery time. */
  private static Answer accepted(JsonObject promise) {
    return promise.get("withinMillis") instanceof JsonNumber within
        ? Answer.accepted(Duration.ofMillis(within.longValue()))
        : Answer.NONE;
  }
}
