package dev.scalelab.operator.platform;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Set;

/**
 * Whether a request failed only because the API server did not answer, or not now: it restarts, is
 * overloaded, or its network is cut.
 */
public final class Unavailable {
  /** Timeout, too many requests, and what load balancers say without an API server behind them. */
  private static final Set<Integer> NOT_NOW = Set.of(408, 429, 502, 503, 504);

  private Unavailable() {}

  /** Whether that caused an exception, whoever wrapped it; a refusal did not. */
  public static boolean is(Throwable e) {
    return Refusal.of(e).isEmpty()
        && Causes.find(e, KubernetesClientException.class, Unavailable::hasNoAnswer).isPresent();
  }

  /** Without a code there was no answer, or one that cannot be read. */
  private static boolean hasNoAnswer(KubernetesClientException e) {
    return e.getCode() <= 0
        ? e.getCause() != null && Causes.find(e, JsonProcessingException.class).isEmpty()
        : NOT_NOW.contains(e.getCode());
  }
}
