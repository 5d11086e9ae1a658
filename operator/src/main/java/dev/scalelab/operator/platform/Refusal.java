package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A request that the API server did not accept.
 *
 * @param kind whether the same request may be accepted later
 * @param message the API server's own message, in one line
 */
public record Refusal(Kind kind, String message) {
  /** Whether the same request may be accepted later. */
  public enum Kind {
    /** The object breaks a rule of the API: each request gets the same answer. */
    INVALID,
    /** A policy or an admission webhook denied it. Some deny what they cannot check at once. */
    DENIED,
    /** A quota, or an API server that has not loaded its rules yet: it may be accepted later. */
    NOT_NOW,
    /** The operator itself does not have a right. */
    NO_RIGHT
  }

  /** Bad request, too large, unprocessable. */
  private static final Set<Integer> INVALID = Set.of(400, 413, 422);

  /**
   * Not authenticated; not there, as after a deletion; timeout; conflict with another change; a
   * list that cannot be continued; too many requests.
   */
  private static final Set<Integer> NO_REFUSALS = Set.of(401, 404, 408, 409, 410, 429);

  /**
   * What admission webhooks, admission policies and pod security say; any of them with any code.
   */
  private static final List<String> DENIALS =
      List.of("denied the request", "denied request", "violates PodSecurity");

  /** An admission webhook that could not be asked; the API server reports an internal error. */
  private static final String WEBHOOK_FAILED = "failed calling webhook";

  private static final String QUOTA = "exceeded quota";
  private static final String NO_DRY_RUN = "does not support dry run";

  /** Said only if strict validation of the fields was requested. */
  private static final String UNKNOWN_FIELD = "strict decoding error: unknown field";

  /**
   * The refusal that caused an exception, whoever wrapped it.
   *
   * @return empty if the API server refused nothing: it did not answer, or something else failed
   */
  public static Optional<Refusal> of(Throwable e) {
    return Causes.find(e, KubernetesClientException.class, Refusal::answered)
        .flatMap(refused -> of(refused.getCode(), message(refused)));
  }

  /** Whether this message, which a controller reports in its own object, is that of a denial. */
  public static boolean isDenial(String message) {
    return message != null && DENIALS.stream().anyMatch(message::contains);
  }

  /** Whether an admission webhook could not be asked, so that nobody has decided yet. */
  public boolean isUndecided() {
    return message.contains(WEBHOOK_FAILED);
  }

  /** Whether a quota has no room. */
  public boolean isQuota() {
    return message.contains(QUOTA);
  }

  /** Whether a webhook does not support dry runs. */
  public boolean isOfDryRun() {
    return message.contains(NO_DRY_RUN);
  }

  /** Whether the API server's version of the object's kind does not have one of its fields. */
  public boolean isUnknownField() {
    return message.contains(UNKNOWN_FIELD);
  }

  /** Whether each further request would get the same answer. */
  public boolean isForGood() {
    return kind == Kind.INVALID;
  }

  private static Optional<Refusal> of(int code, String message) {
    if (isDenial(message)) {
      return Optional.of(new Refusal(Kind.DENIED, message));
    }
    if (INVALID.contains(code)) {
      return Optional.of(new Refusal(Kind.INVALID, message));
    }
    if (message.contains("cannot") && message.contains("forbidden: User ")) {
      return Optional.of(
          new Refusal(
              Kind.NO_RIGHT,
              message
                  + " (the operator does not have a right that its chart gives it: run helm upgrade)"));
    }
    boolean client = code >= 400 && code < 500 && !NO_REFUSALS.contains(code);
    return client || message.contains(WEBHOOK_FAILED)
        ? Optional.of(new Refusal(Kind.NOT_NOW, message))
        : Optional.empty();
  }

  private static boolean answered(KubernetesClientException e) {
    return e.getCode() > 0;
  }

  /** The client's own message repeats that of the API server several times. */
  private static String message(KubernetesClientException e) {
    String message =
        e.getStatus() != null && e.getStatus().getMessage() != null
            ? e.getStatus().getMessage()
            : String.valueOf(e.getMessage());
    return message.lines().collect(Collectors.joining(" "));
  }
}
