package dev.scalelab.operator.measurement;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Sends queries to a Prometheus, with credentials, and verifies its certificate. It uses the JDK's
 * client: a response has one deadline for the whole of it, and credentials and certificates are
 * read again for each query. The libraries of Quarkus' REST client would enlarge an operator that
 * must stay small.
 */
final class PrometheusConnection {
  /**
   * Responses of a proxy that allows only GET: forbidden, not found, not allowed, not implemented.
   */
  private static final Set<Integer> POST_REFUSED = Set.of(403, 404, 405, 501);

  private final PrometheusUrl url;
  private final Duration timeout;
  private final PrometheusCredentials credentials;
  private final Optional<Path> ca;

  private byte[] trusted;
  private HttpClient http;
  private volatile boolean onlyGet;

  /**
   * A connection to one Prometheus.
   *
   * @param url its address
   * @param timeout timeout of a connection, and then of the response
   * @param credentials credentials to send
   * @param ca file with the only trusted certificates; empty for those of the machine
   */
  PrometheusConnection(
      PrometheusUrl url, Duration timeout, PrometheusCredentials credentials, Optional<Path> ca) {
    this.url = url;
    this.timeout = timeout;
    this.credentials = credentials;
    this.ca = ca;
  }

  /** The address, without secrets. */
  PrometheusUrl url() {
    return url;
  }

  /** Whether POST was refused. */
  boolean onlyGet() {
    return onlyGet;
  }

  /** Timeout of a response. */
  Duration timeout() {
    return timeout;
  }

  /**
   * Sends a query by POST, which allows any length, and by GET if only that is allowed.
   *
   * @param form the query's parameters, encoded
   */
  HttpResponse<String> ask(String form) throws IOException, InterruptedException {
    if (onlyGet) {
      return send(get(form));
    }
    HttpResponse<String> posted = send(post(form));
    if (!POST_REFUSED.contains(posted.statusCode())) {
      return posted;
    }
    HttpResponse<String> got = send(get(form));
    if (POST_REFUSED.contains(got.statusCode())) {
      return posted;
    }
    onlyGet = got.statusCode() == 200;
    return got;
  }

  private HttpRequest.Builder post(String form) {
    return HttpRequest.newBuilder(URI.create(url.query()))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString(form));
  }

  private HttpRequest.Builder get(String form) {
    return HttpRequest.newBuilder(URI.create(url.query() + "?" + form)).GET();
  }

  /**
   * Before JDK 26 the request's timeout ends with the response's headers: the whole has its own.
   */
  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    request.timeout(timeout);
    credentials.headers().forEach(request::header);
    CompletableFuture<HttpResponse<String>> response =
        client().sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    Duration whole = timeout.multipliedBy(2);
    try {
      return response.get(whole.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException("no complete response within %d ms".formatted(whole.toMillis()), e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
    } finally {
      response.cancel(true); // closes the connection if it is still in use
    }
  }

  /** The same client, until the trusted certificates change. */
  private synchronized HttpClient client() throws IOException {
    byte[] certificates = ca.isPresent() ? Files.readAllBytes(ca.get()) : null;
    if (http == null || !Arrays.equals(certificates, trusted)) {
      HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(timeout);
      if (certificates != null) {
        builder.sslContext(trusting(certificates));
      }
      http = builder.build();
      trusted = certificates;
    }
    return http;
  }

  private SSLContext trusting(byte[] certificates) throws IOException {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int number = 0;
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(certificates))) {
        store.setCertificateEntry("ca-" + number++, certificate);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException(ca.get() + " holds no certificates in PEM: " + e.getMessage(), e);
    }
  }
}
