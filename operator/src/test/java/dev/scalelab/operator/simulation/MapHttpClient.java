package dev.scalelab.operator.simulation;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpClient;
import io.fabric8.kubernetes.client.http.StandardHttpClientBuilder;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.http.StandardWebSocketBuilder;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.fabric8.kubernetes.client.http.WebSocketResponse;
import io.fabric8.kubernetes.client.http.WebSocketUpgradeResponse;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** An HTTP client of the Kubernetes client whose requests are answered in the same thread. */
final class MapHttpClient
    extends StandardHttpClient<MapHttpClient, MapHttpClient.Factory, MapHttpClient.Builder> {

  /** Where requests go. */
  interface Server {
    /**
     * The body of a response.
     *
     * @throws ApiError for any other than a success
     * @throws java.io.IOException when there is no response
     */
    String answer(ApiRequest request) throws java.io.IOException;

    /** Begins a watch, whose events the listener gets. */
    WebSocket watch(ApiRequest request, WebSocket.Listener listener) throws java.io.IOException;
  }

  private final Server server;

  private MapHttpClient(Builder builder, AtomicBoolean closed, Server server) {
    super(builder, closed);
    this.server = server;
  }

  @Override
  public CompletableFuture<HttpResponse<AsyncBody>> consumeBytesDirect(
      StandardHttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    try {
      String body = server.answer(request(request.method(), request.uri(), request));
      return CompletableFuture.completedFuture(response(request, 200, body, consumer));
    } catch (ApiError e) {
      return CompletableFuture.completedFuture(response(request, e.code(), e.json(), consumer));
    } catch (java.io.IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static ApiRequest request(String method, URI uri, StandardHttpRequest request) {
    StandardHttpRequest.BodyContent body = request.body();
    String text =
        body instanceof StandardHttpRequest.StringBodyContent string
            ? string.getContent()
            : body instanceof StandardHttpRequest.ByteArrayBodyContent bytes
                ? new String(bytes.getContent(), StandardCharsets.UTF_8)
                : request.bodyString();
    return ApiRequest.of(method, uri, request.getContentType(), text);
  }

  private static HttpResponse<AsyncBody> response(
      HttpRequest request, int code, String body, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    return new Response(request, code, new Body(body, consumer));
  }

  private record Response(HttpRequest request, int code, AsyncBody body)
      implements HttpResponse<AsyncBody> {
    @Override
    public Optional<HttpResponse<?>> previousResponse() {
      return Optional.empty();
    }

    @Override
    public List<String> headers(String key) {
      return List.of();
    }

    @Override
    public Map<String, List<String>> headers() {
      return Map.of();
    }
  }

  private static final class Body implements AsyncBody {
    private final String text;
    private final Consumer<List<ByteBuffer>> consumer;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private boolean consumed;

    Body(String text, Consumer<List<ByteBuffer>> consumer) {
      this.text = text;
      this.consumer = consumer;
    }

    @Override
    public void consume() {
      if (consumed) {
        return;
      }
      consumed = true;
      try {
        consumer.consume(List.of(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8))), this);
        done.complete(null);
      } catch (Exception e) {
        done.completeExceptionally(e);
      }
    }

    @Override
    public CompletableFuture<Void> done() {
      return done;
    }

    @Override
    public void cancel() {
      done.cancel(false);
    }
  }

  @Override
  public CompletableFuture<WebSocketResponse> buildWebSocketDirect(
      StandardWebSocketBuilder builder, WebSocket.Listener listener) {
    StandardHttpRequest request = builder.asHttpRequest();
    try {
      WebSocket socket = server.watch(request("GET", request.uri(), request), listener);
      return CompletableFuture.completedFuture(
          new WebSocketResponse(new WebSocketUpgradeResponse(request, 101, Map.of()), socket));
    } catch (ApiError e) {
      return CompletableFuture.completedFuture(
          new WebSocketResponse(new WebSocketUpgradeResponse(request, e.code(), Map.of()), e));
    } catch (java.io.IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  protected void doClose() {
    // Nothing is open.
  }

  /** Makes clients of one server. */
  static final class Factory implements HttpClient.Factory {
    private final Server server;

    Factory(Server server) {
      this.server = server;
    }

    @Override
    public Builder newBuilder() {
      return new Builder(this);
    }
  }

  /** Makes a client; all settings of connections are ignored. */
  static final class Builder extends StandardHttpClientBuilder<MapHttpClient, Factory, Builder> {
    Builder(Factory factory) {
      super(factory);
    }

    @Override
    public MapHttpClient build() {
      AtomicBoolean closed = client == null ? new AtomicBoolean() : client.getClosed();
      return new MapHttpClient(this, closed, clientFactory.server);
    }

    @Override
    protected Builder newInstance(Factory factory) {
      return new Builder(factory);
    }
  }
}
