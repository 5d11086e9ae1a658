package dev.scalelab.operator.measurement;

import java.net.URI;
import java.net.URISyntaxException;

/** The address of a Prometheus, without secrets, since it appears in messages and statuses. */
final class PrometheusUrl {
  private final String base;

  /**
   * The address without a trailing slash.
   *
   * @throws IllegalArgumentException when it is invalid, or contains credentials or a query
   */
  PrometheusUrl(String url) {
    if (url.contains("@")) {
      throw refused(url, "credentials do not belong in it; give them as files (prometheus.auth)");
    }
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      // Without the cause, whose message contains the address with its secrets.
      throw refused(url, e.getReason());
    }
    if (!"http".equals(uri.getScheme()) && !"https".equals(uri.getScheme())) {
      throw refused(url, "it must begin with http:// or https://");
    }
    if (uri.getHost() == null || uri.getRawQuery() != null || uri.getRawFragment() != null) {
      throw refused(url, "it must be a host with a port and a path, and no query");
    }
    base = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }

  private static IllegalArgumentException refused(String url, String why) {
    return new IllegalArgumentException(
        "scalelab.prometheus.url %s: %s".formatted(redacted(url), why));
  }

  /** The URI of queries. */
  String query() {
    return base + "/api/v1/query";
  }

  /** The address, without secrets. */
  @Override
  public String toString() {
    return redacted(base);
  }

  /** A possibly invalid address, without credentials and query. */
  static String redacted(String url) {
    // Up to the last @, since a password that is not encoded may contain any character.
    return url.replaceFirst("(?s)^(https?://)?.*@", "$1***@").replaceFirst("(?s)[?#].*", "?***");
  }
}
