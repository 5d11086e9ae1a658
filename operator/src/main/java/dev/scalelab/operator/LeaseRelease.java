package dev.scalelab.operator;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/**
 * Releases the lease when the operator stops. The SDK does not, and the next operator would wait
 * until the lease expires.
 */
@ApplicationScoped
public class LeaseRelease {
  private static final Logger LOG = Logger.getLogger(LeaseRelease.class);

  /** Later than the SDK's observer, which waits for reconciliations; that has the default, 2500. */
  private static final int AFTER_THE_SDK = 2600;

  /** It must also stop in time if the API server does not answer. */
  private static final int SECONDS = 3;

  private final KubernetesClient client;
  private final Optional<String> namespace;
  private final Optional<String> pod;

  public LeaseRelease(
      KubernetesClient client,
      @ConfigProperty(name = "scalelab.pod.namespace") Optional<String> namespace,
      @ConfigProperty(name = "scalelab.pod.name") Optional<String> pod) {
    this.client = client;
    this.namespace = namespace;
    this.pod = pod;
  }

  void onStop(@Observes @Priority(AFTER_THE_SDK) ShutdownEvent event) {
    if (namespace.isEmpty() || pod.isEmpty()) {
      return;
    }
    try {
      CompletableFuture.runAsync(this::release).get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.warnf("the lease is not released, and expires: %s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Another operator may have it already. The update fails if one takes it in this moment. */
  private void release() {
    var lease =
        client.leases().inNamespace(namespace.orElseThrow()).withName(OperatorConfiguration.LEASE);
    Lease held = lease.get();
    if (held != null && pod.orElseThrow().equals(held.getSpec().getHolderIdentity())) {
      client
          .resource(new LeaseBuilder(held).editSpec().withHolderIdentity(null).endSpec().build())
          .update();
    }
  }
}
