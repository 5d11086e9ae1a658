package dev.scalelab.operator.simulation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Answers requests from the objects in memory, as an API server does. */
final class ApiServerInMemory {
  private final ObjectMap objects;
  private final Logs logs;
  private final List<String> unchanged = new ArrayList<>();

  /** The kubelets' logs. */
  interface Logs {
    /**
     * What a pod has printed, each line with its time.
     *
     * @param since only lines of this second and later; null for all
     */
    String read(Stored pod, String since);
  }

  ApiServerInMemory(ObjectMap objects, Logs logs) {
    this.objects = objects;
    this.logs = logs;
  }

  /** The writes that have changed nothing. */
  List<String> unchanged() {
    return unchanged;
  }

  /** The body of the response. */
  String answer(ApiRequest request) {
    if (request.plural() == null) {
      return served(request.apiVersion());
    }
    ApiKind kind =
        ApiKind.find(request.apiVersion(), request.plural())
            .orElseThrow(
                () ->
                    new ApiError(
                        404, "NotFound", "the server could not find the requested resource"));
    String namespace = request.namespace() == null ? "" : request.namespace();
    if (request.name() == null) {
      return request.method().equals("POST")
          ? create(kind, request, namespace).json()
          : list(kind, request);
    }
    Stored found = objects.get(kind, namespace, request.name());
    if (found == null && request.method().equals("PATCH") && isApply(request)) {
      if (request.subresource() != null) {
        throw ApiError.notFound(kind, request.name());
      }
      return objects
          .createByApply(kind, Trees.read(request.body()), request.query().get("fieldManager"))
          .json();
    }
    Stored before = objects.require(kind, namespace, request.name());
    return switch (request.method()) {
      case "GET" ->
          "log".equals(request.subresource())
              ? logs.read(before, request.query().get("sinceTime"))
              : before.json();
      case "PUT" -> counted(request, before, put(request, before)).json();
      case "PATCH" -> counted(request, before, patch(request, before)).json();
      case "DELETE" -> delete(request, before);
      default -> throw new IllegalArgumentException(request.toString());
    };
  }

  private Stored counted(ApiRequest request, Stored before, Stored after) {
    if (after == before && request.writes()) {
      unchanged.add(request.toString());
    }
    return after;
  }

  private static String served(String apiVersion) {
    List<ApiKind> kinds =
        ApiKind.ALL.stream().filter(kind -> kind.apiVersion().equals(apiVersion)).toList();
    if (kinds.isEmpty()) {
      throw new ApiError(404, "NotFound", "the server could not find the requested resource");
    }
    ObjectNode list =
        Trees.object()
            .put("kind", "APIResourceList")
            .put("apiVersion", "v1")
            .put("groupVersion", apiVersion);
    var resources = list.putArray("resources");
    kinds.forEach(
        kind ->
            resources
                .addObject()
                .put("name", kind.plural())
                .put("kind", kind.kind())
                .put("namespaced", kind != ApiKind.NODES)
                .put("singularName", "")
                .putArray("verbs"));
    if (apiVersion.equals("v1")) {
      resources
          .addObject()
          .put("name", "pods/resize")
          .put("kind", "Pod")
          .put("namespaced", true)
          .put("singularName", "")
          .putArray("verbs");
    }
    return Trees.json(list);
  }

  private Stored create(ApiKind kind, ApiRequest request, String namespace) {
    ObjectNode object = Trees.read(request.body());
    if (!namespace.isEmpty()) {
      Trees.child(object, "metadata").put("namespace", namespace);
    }
    return objects.create(kind, object, request.dryRun());
  }

  private String list(ApiKind kind, ApiRequest request) {
    Predicate<Stored> selected =
        Selectors.labels(request.query().get("labelSelector"))
            .and(Selectors.fields(request.query().get("fieldSelector")));
    String limit = request.query().get("limit");
    int most = limit == null ? Integer.MAX_VALUE : Integer.parseInt(limit);
    String after = request.query().getOrDefault("continue", "");
    StringBuilder items = new StringBuilder();
    String last = "";
    int count = 0;
    boolean more = false;
    for (Stored one : objects.list(kind, request.namespace())) {
      String key = one.namespace() + "/" + one.name();
      if (key.compareTo(after) > 0 && selected.test(one)) {
        if (count == most) {
          more = true;
          break;
        }
        items.append(count == 0 ? "" : ",").append(one.json());
        last = key;
        count++;
      }
    }
    return "{\"kind\":\"%sList\",\"apiVersion\":\"%s\",\"metadata\":{\"resourceVersion\":\"%d\"%s},\"items\":[%s]}"
        .formatted(
            kind.kind(),
            kind.apiVersion(),
            objects.version(),
            more ? ",\"continue\":\"" + last + "\"" : "",
            items);
  }

  private Stored put(ApiRequest request, Stored before) {
    return objects.update(
        before,
        Trees.read(request.body()),
        "status".equals(request.subresource()),
        request.dryRun());
  }

  private static boolean isApply(ApiRequest request) {
    return request.contentType().startsWith("application/apply-patch");
  }

  private Stored patch(ApiRequest request, Stored before) {
    ObjectNode patch = Trees.read(request.body());
    if (isApply(request)) {
      return objects.apply(
          before,
          patch,
          request.query().get("fieldManager"),
          "status".equals(request.subresource()));
    }
    String version = patch.path("metadata").path("resourceVersion").asText("" + before.version());
    if (!version.equals("" + before.version())) {
      throw ApiError.conflict(before.kind(), before.name());
    }
    return objects.patch(
        before,
        now -> {
          if (request.contentType().startsWith("application/strategic-merge-patch")) {
            Trees.strategicMerge(now, patch);
          } else {
            Trees.merge(now, patch);
          }
          if ("resize".equals(request.subresource())) {
            Trees.child(now, "metadata")
                .putArray("managedFields")
                .addObject()
                .put("subresource", "resize")
                .put("manager", "scalelab")
                .put("operation", "Update");
          }
          return now;
        });
  }

  private String delete(ApiRequest request, Stored before) {
    ObjectNode options =
        request.body() == null || request.body().isEmpty()
            ? Trees.object()
            : Trees.read(request.body());
    var preconditions = options.path("preconditions");
    boolean another =
        preconditions.has("uid") && !preconditions.path("uid").asText().equals(before.uid());
    boolean other =
        preconditions.has("resourceVersion")
            && !preconditions.path("resourceVersion").asText().equals("" + before.version());
    if (another || other) {
      throw ApiError.conflict(before.kind(), before.name());
    }
    objects.delete(before, options.path("gracePeriodSeconds").asInt(1) == 0);
    return "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Success\"}";
  }
}
