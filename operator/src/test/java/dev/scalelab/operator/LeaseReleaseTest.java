package dev.scalelab.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.support.ApiServer;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.quarkus.runtime.ShutdownEvent;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LeaseReleaseTest {
  @RegisterExtension static final ApiServer api = new ApiServer();

  @AfterEach
  void deleteLease() {
    api.client().leases().inNamespace(api.namespace()).delete();
  }

  @Test
  void theNextOperatorNeedNotWaitForIt() {
    heldBy("operator-1");

    stop("operator-1");

    assertThat(holder()).isNull();
  }

  @Test
  void anotherOperatorKeepsIt() {
    heldBy("operator-2");

    stop("operator-1");

    assertThat(holder()).isEqualTo("operator-2");
  }

  @Test
  void anOperatorThatNeverHadOneStops() {
    stop("operator-1");

    assertThat(api.client().leases().inNamespace(api.namespace()).list().getItems()).isEmpty();
  }

  private static void stop(String pod) {
    new LeaseRelease(api.client(), Optional.of(api.namespace()), Optional.of(pod))
        .onStop(new ShutdownEvent());
  }

  private static void heldBy(String pod) {
    api.client()
        .resource(
            new LeaseBuilder()
                .withNewMetadata()
                .withName(OperatorConfiguration.LEASE)
                .withNamespace(api.namespace())
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity(pod)
                .withLeaseDurationSeconds(15)
                .endSpec()
                .build())
        .create();
  }

  private static String holder() {
    return api.client()
        .leases()
        .inNamespace(api.namespace())
        .withName(OperatorConfiguration.LEASE)
        .get()
        .getSpec()
        .getHolderIdentity();
  }
}
