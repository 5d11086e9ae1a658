package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The operator processes any spec that the API server accepts, or reports why not, and keeps
 * working. -Dspecs is the number of specs, and -Dseed the seed of the random numbers: always the
 * same one by default, so that a change cannot fail because of specs that were not tried before.
 */
@Isolated("it fills the cluster with experiments")
class RandomSpecsE2E {
  private static final int SPECS = Integer.getInteger("specs", 20);
  private static final long SEED = Long.getLong("seed", 1);
  private static final int MAX_REFUSED = 100;

  /**
   * One of this number of specs has the shortest timeouts and runs until its first run has begun or
   * it has ended with a reason. Its runs, of random length, are not awaited.
   */
  private static final int TO_ITS_END = 20;

  @Test
  @Timeout(value = 24, unit = TimeUnit.HOURS)
  void areRunOrEndWithAReason() throws Exception {
    System.out.printf(
        "%d random specs of seed %d: -Dspecs=%d -Dseed=%d%n", SPECS, SEED, SPECS, SEED);
    List<String> failures = new ArrayList<>();
    RandomSpecs specs = GoodSpecs.random(SEED);
    try (Cluster cluster = new Cluster()) {
      OperatorHealth operator = new OperatorHealth(cluster);
      for (int i = 1; i <= SPECS; i++) {
        String name = "random-" + i;
        boolean toItsEnd = i % TO_ITS_END == 0;
        GenericKubernetesResource experiment = accepted(cluster, specs, name, toItsEnd);
        String failure = failure(cluster, name, experiment, toItsEnd);
        if (!failure.isEmpty()) {
          failures.add(failure + "\n" + Serialization.asYaml(experiment));
          System.out.println(failures.get(failures.size() - 1));
        }
      }
      operator.assertUndisturbed();
    }
    assertThat(failures).as("of seed %d", SEED).isEmpty();
  }

  /** The next spec that the API server accepts. */
  private static GenericKubernetesResource accepted(
      Cluster cluster, RandomSpecs specs, String name, boolean toItsEnd) {
    for (int refused = 0; refused < MAX_REFUSED; refused++) {
      ObjectNode spec = specs.next();
      if (toItsEnd) {
        spec.putObject("timeouts")
            .put("databaseSeconds", 10)
            .put("serversSeconds", 10)
            .put("jobSeconds", 10);
      }
      GenericKubernetesResource experiment = GoodSpecs.experiment(Cluster.NAMESPACE, name, spec);
      try {
        cluster.client().resource(experiment).dryRun().create();
        return experiment;
      } catch (KubernetesClientException e) {
        if (e.getCode() != 422) {
          throw e;
        }
      }
    }
    throw new AssertionError(MAX_REFUSED + " specs in a row are refused");
  }

  /** The problem with how the operator processes it; empty without one. */
  private static String failure(
      Cluster cluster, String name, GenericKubernetesResource experiment, boolean toItsEnd) {
    try {
      cluster.apply(Serialization.asYaml(experiment));
      ScalabilityExperiment seen =
          cluster
              .experiment(name)
              .waitUntilCondition(
                  found -> lookedAt(found) && (!toItsEnd || settled(found) || begun(found)),
                  toItsEnd ? 10 : 5,
                  TimeUnit.MINUTES);
      String wrong = wrong(seen);
      cluster.delete(name);
      return wrong;
    } catch (KubernetesClientTimeoutException e) {
      return name + ": the operator has not reconciled it, or objects are left: " + e;
    } catch (KubernetesClientException e) {
      return name + ": " + e.getMessage();
    } finally {
      cluster.experiment(name).delete();
    }
  }

  private static boolean lookedAt(ScalabilityExperiment found) {
    return found != null
        && found.getStatus() != null
        && found.getMetadata().getGeneration().equals(found.getStatus().observedGeneration())
        && found.getStatus().phase() != null;
  }

  /** It has ended, or waits until the cluster allows it. */
  private static boolean settled(ScalabilityExperiment found) {
    return found.getStatus().ended() || FaultyExperiment.refusal(found).isPresent();
  }

  private static boolean begun(ScalabilityExperiment found) {
    return found.getStatus().progress() != null && found.getStatus().progress().step() != null;
  }

  private static String wrong(ScalabilityExperiment seen) {
    if (!settled(seen)) {
      return "";
    }
    String reason =
        FaultyExperiment.refusal(seen).orElseGet(() -> FaultyExperiment.finished(seen)).getReason();
    return reason == null || reason.isBlank() || reason.equals(Reason.INTERNAL_ERROR.text())
        ? "%s ended, or waits, with the reason %s: %s"
            .formatted(seen.getMetadata().getName(), reason, seen.getStatus().message())
        : "";
  }
}
