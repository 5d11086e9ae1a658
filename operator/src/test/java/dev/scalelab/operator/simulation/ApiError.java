package dev.scalelab.operator.simulation;

/** The API server refuses a request. */
final class ApiError extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int code;
  private final String reason;

  ApiError(int code, String reason, String message) {
    super(message);
    this.code = code;
    this.reason = reason;
  }

  static ApiError notFound(ApiKind kind, String name) {
    return new ApiError(404, "NotFound", "%s \"%s\" not found".formatted(kind.plural(), name));
  }

  static ApiError conflict(ApiKind kind, String name) {
    return new ApiError(
        409,
        "Conflict",
        ("Operation cannot be fulfilled on %s \"%s\": the object has been modified; please apply"
                + " your changes to the latest version and try again")
            .formatted(kind.plural(), name));
  }

  /** The response's body. */
  String json() {
    return Trees.json(
        Trees.object()
            .put("kind", "Status")
            .put("apiVersion", "v1")
            .put("status", "Failure")
            .put("reason", reason)
            .put("message", getMessage())
            .put("code", code));
  }

  int code() {
    return code;
  }
}
