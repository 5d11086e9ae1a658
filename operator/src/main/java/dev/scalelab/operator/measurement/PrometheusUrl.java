package dev.scalelab.operator.measurement;

import java.net.URI;
import java.net.URISyntaxException;

/** The address of a Prometheus, which holds no secret: it stands in messages and statuses. */
final class PrometheusUrl {
  private final String base;

  /**
   * The address without a slash at its end.
   *
   * @throws IllegalArgumentException when it is none, or holds credentials or a query
   */
  PrometheusUrl(String url) {
    if (url.contains("@")) {
      throw refused(url, "credentials do not belong in it; give them as files (prometheus.auth)");
    }
    URI uri;
    try {
      uri = new URI(url);
    } catch (URISyntaxException e) {
      // Not as a cause: its message has the address as it is.
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

  /** Where a query is asked. */
  String query() {
    return base + "/api/v1/query";
  }

  /** As it may be shown. */
  @Override
  public String toString() {
    return redacted(base);
  }

  /** An address, or what should be one, without credentials and query. */
  static String redacted(String url) {
    // As far as the last @: a password that is not encoded may hold any character.
    return url.replaceFirst("(?s)^(https?://)?.*@", "$1***@").replaceFirst("(?s)[?#].*", "?***");
  }
}
