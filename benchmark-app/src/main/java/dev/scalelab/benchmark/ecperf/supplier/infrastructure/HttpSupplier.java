package dev.scalelab.benchmark.ecperf.supplier.infrastructure;

import dev.scalelab.benchmark.ecperf.supplier.domain.OutsideSupplier;
import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrder;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Suppliers behind one address, which take orders as {@code PUT purchase-orders/NUMBER}. */
@ApplicationScoped
public class HttpSupplier implements OutsideSupplier {

  private static final int CONNECT_TIMEOUT_MILLIS = 2000;
  private static final int ANSWER_TIMEOUT_MILLIS = 5000;

  private final String url = System.getenv().getOrDefault("SUPPLIER_URL", "");

  /** Whether there is an address at all. */
  boolean isKnown() {
    return !url.isEmpty();
  }

  @Override
  public Answer send(PurchaseOrder order) {
    try {
      return switch (put(url + "/purchase-orders/" + order.getNumber(), json(order))) {
        case HttpURLConnection.HTTP_ACCEPTED -> Answer.ACCEPTED;
        case HttpURLConnection.HTTP_CONFLICT -> Answer.REFUSED;
        default -> Answer.NONE;
      };
    } catch (IOException e) {
      return Answer.NONE;
    }
  }

  private static int put(String address, String json) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) URI.create(address).toURL().openConnection();
    connection.setConnectTimeout(CONNECT_TIMEOUT_MILLIS);
    connection.setReadTimeout(ANSWER_TIMEOUT_MILLIS);
    connection.setRequestMethod("PUT");
    connection.setRequestProperty("Content-Type", "application/json");
    connection.setDoOutput(true);
    try (OutputStream body = connection.getOutputStream()) {
      body.write(json.getBytes(StandardCharsets.UTF_8));
      return connection.getResponseCode();
    } finally {
      connection.disconnect();
    }
  }

  private static String json(PurchaseOrder order) {
    return "{\"supplierId\":%d,\"partId\":%d,\"quantity\":%d}"
        .formatted(order.getSupplierId(), order.getPartId(), order.getQuantity());
  }
}
