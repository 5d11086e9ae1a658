package dev.scalelab.operator.simulation;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A request of the operator.
 *
 * @param apiVersion group and version of its path
 * @param namespace null for all, and for objects without one
 * @param plural the kind in the path; null for a question about what is served
 * @param name null for all of them
 * @param subresource null for the object itself
 * @param query parameters, the last of each name
 */
record ApiRequest(
    String method,
    String apiVersion,
    String namespace,
    String plural,
    String name,
    String subresource,
    Map<String, String> query,
    String contentType,
    String body) {
  static ApiRequest of(String method, URI uri, String contentType, String body) {
    List<String> path = List.of(uri.getPath().substring(1).split("/"));
    boolean core = path.get(0).equals("api");
    String apiVersion = core ? path.get(1) : path.get(1) + "/" + path.get(2);
    List<String> rest = path.subList(core ? 2 : 3, path.size());
    boolean namespaced = rest.size() > 2 && rest.get(0).equals("namespaces");
    String namespace = namespaced ? rest.get(1) : null;
    List<String> object = namespaced ? rest.subList(2, rest.size()) : rest;
    return new ApiRequest(
        method,
        apiVersion,
        namespace,
        at(object, 0),
        at(object, 1),
        at(object, 2),
        query(uri.getRawQuery()),
        contentType,
        body);
  }

  private static String at(List<String> path, int index) {
    return index < path.size() ? path.get(index) : null;
  }

  private static Map<String, String> query(String raw) {
    Map<String, String> query = new HashMap<>();
    if (raw != null) {
      for (String one : raw.split("&")) {
        String[] parts = one.split("=", 2);
        query.put(
            parts[0], parts.length < 2 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
      }
    }
    return query;
  }

  boolean dryRun() {
    return query.containsKey("dryRun");
  }

  /** Whether it changes something. */
  boolean writes() {
    return !method.equals("GET") && !dryRun();
  }

  boolean isWatch() {
    return "true".equals(query.get("watch"));
  }

  /** As PUT scalabilitytrials/small-base-1/status. */
  @Override
  public String toString() {
    return method
        + " "
        + (plural == null ? apiVersion : plural)
        + (name == null ? "" : "/" + name)
        + (subresource == null ? "" : "/" + subresource)
        + (dryRun() ? " (dry run)" : "");
  }
}
