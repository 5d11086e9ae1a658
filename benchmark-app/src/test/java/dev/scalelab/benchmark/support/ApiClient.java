package dev.scalelab.benchmark.support;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A client of the HTTP API that keeps its cookies, and can take them to another server. */
public final class ApiClient {

  private final HttpClient client;
  private final String server;

  /** By name, as name=value. */
  private final Map<String, String> cookies = new LinkedHashMap<>();

  ApiClient(HttpClient client, String server) {
    this.client = client;
    this.server = server;
  }

  /**
   * A response: its status, the pod and the state named in it, and its JSON, which may be empty.
   */
  public record Answer(int status, String pod, String state, JsonObject json) {

    /** A text of the JSON; null if absent. */
    public String text(String field) {
      return json.getString(field, null);
    }

    /** A whole number of the JSON. */
    public int number(String field) {
      return json.getInt(field);
    }
  }

  /** The same session at another server. */
  public ApiClient movedTo(AppServer other) {
    ApiClient moved = other.client();
    moved.cookies.putAll(cookies);
    return moved;
  }

  /** This client, with a cookie that no server has set. */
  public ApiClient withCookie(String name, String value) {
    cookies.put(name, name + "=" + value);
    return this;
  }

  /** Whether a server has started a session for this client. */
  public boolean hasSession() {
    return cookies.containsKey("JSESSIONID");
  }

  /** The cookies set by a server, as they are sent back. */
  public Optional<String> cookie() {
    return cookies.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", cookies.values()));
  }

  public Answer get(String path) throws IOException {
    return send("GET", path, null);
  }

  public Answer post(String path, String json) throws IOException {
    return send("POST", path, json);
  }

  public Answer put(String path, String json) throws IOException {
    return send("PUT", path, json);
  }

  public Answer delete(String path) throws IOException {
    return send("DELETE", path, null);
  }

  /** Sends a request of any method; the body may be null. */
  public Answer send(String method, String path, String json) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server + path))
            .timeout(Duration.ofSeconds(60))
            .header("Content-Type", "application/json")
            .method(
                method,
                json == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(json));
    cookie().ifPresent(sent -> request.header("Cookie", sent));
    try {
      return answer(client.send(request.build(), HttpResponse.BodyHandlers.ofString()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private Answer answer(HttpResponse<String> response) {
    response
        .headers()
        .allValues("Set-Cookie")
        .forEach(
            set ->
                cookies.put(
                    set.substring(0, set.indexOf('=')), set.substring(0, set.indexOf(';'))));
    return new Answer(
        response.statusCode(),
        response.headers().firstValue("X-ScaleLab-Pod").orElse(null),
        response.headers().firstValue("X-ScaleLab-State").orElse(null),
        json(response.body()));
  }

  private static JsonObject json(String body) {
    if (body.isEmpty()) {
      return JsonObject.EMPTY_JSON_OBJECT;
    }
    try (var reader = Json.createReader(new StringReader(body))) {
      return reader.readObject();
    }
  }
}
