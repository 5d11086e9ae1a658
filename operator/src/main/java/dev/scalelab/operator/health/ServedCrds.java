package dev.scalelab.operator.health;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.scalelab.operator.api.CrdSchema;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares the CRDs that the cluster serves with those of this operator: Helm does not upgrade
 * CRDs, and a field that the served one does not have is dropped by the API server without an
 * error.
 */
@ApplicationScoped
public class ServedCrds {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SHOWN = 5;
  private static final String PATH = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/";

  private final KubernetesClient client;

  public ServedCrds(KubernetesClient client) {
    this.client = client;
  }

  /**
   * How a served CRD differs.
   *
   * @param reason CrdOlder if it does not have all fields that the operator uses, else CrdNewer
   * @param message the fields, and what to do
   */
  public record Difference(Reason reason, String message) {}

  /**
   * Every difference; empty if all CRDs are as in this operator.
   *
   * @throws KubernetesClientException when the CRDs cannot be read from the API server
   */
  public List<Difference> differences() {
    List<Difference> differences = new ArrayList<>();
    for (var kind : List.of(ScalabilityExperiment.class, ScalabilityTrial.class)) {
      String crd = CustomResource.getCRDName(kind);
      differences.addAll(compare(crd, CrdSchema.own(crd), served(crd)));
    }
    return differences;
  }

  private CrdSchema served(String crd) {
    try {
      return CrdSchema.of(JSON.readTree(client.raw(PATH + crd)));
    } catch (JsonProcessingException e) {
      throw new KubernetesClientException("the CRD " + crd + " cannot be read", e);
    }
  }

  static List<Difference> compare(String crd, CrdSchema own, CrdSchema served) {
    List<Difference> differences = new ArrayList<>();
    List<String> missing = own.notIn(served);
    if (!missing.isEmpty()) {
      differences.add(
          new Difference(
              Reason.CRD_OLDER,
              "CRD %s is older than the operator and has no %s: kubectl apply --server-side --force-conflicts -f the CRDs of the operator's version"
                  .formatted(crd, shown(missing))));
    }
    List<String> more = served.notIn(own);
    if (!more.isEmpty()) {
      differences.add(
          new Difference(
              Reason.CRD_NEWER,
              "CRD %s is newer than the operator, which ignores %s: upgrade the operator"
                  .formatted(crd, shown(more))));
    }
    return differences;
  }

  private static String shown(List<String> names) {
    String first = String.join(", ", names.subList(0, Math.min(SHOWN, names.size())));
    return names.size() <= SHOWN ? first : first + " and %d more".formatted(names.size() - SHOWN);
  }
}
