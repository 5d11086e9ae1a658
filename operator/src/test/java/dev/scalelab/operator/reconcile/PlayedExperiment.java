package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.ScalabilityExperiment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;

/** An experiment from start to end, with an operator that never fails. */
final class PlayedExperiment {
  private static final int MAX_PASSES = 500;

  private PlayedExperiment() {}

  /**
   * The experiment after its end.
   *
   * @param afterEachPass checks the operator's objects, before the cluster is advanced
   */
  static ScalabilityExperiment run(
      KubernetesClient api,
      PlayedEndpoints endpoints,
      PlayedCluster cluster,
      ScalabilityExperiment experiment,
      Runnable afterEachPass) {
    try (MortalClient client = new MortalClient(api, endpoints)) {
      Operator operator = new Operator(client.client(), endpoints.prometheus());
      ResultWatch watch = operator.watch(api, experiment.getMetadata().getNamespace());
      for (int pass = 0; pass < MAX_PASSES; pass++) {
        ScalabilityExperiment now = api.resource(experiment).get();
        if (!pass(operator, now)) {
          watch.stop(null);
          return api.resource(experiment).get();
        }
        afterEachPass.run();
        cluster.play(now);
      }
    }
    throw new AssertionError("not over after %d passes".formatted(MAX_PASSES));
  }

  /**
   * One reconciliation. The SDK repeats one that writes to an object whose deletion no watch has
   * reported yet.
   */
  private static boolean pass(Operator operator, ScalabilityExperiment now) {
    try {
      return operator.pass(now);
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
        throw e;
      }
      return true;
    }
  }
}
