package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.RemoteStateSpec;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.PodMetadata;
import dev.scalelab.operator.platform.PodShape;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.AffinityBuilder;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirementBuilder;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.NodeSelectorTermBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Manifest of the Infinispan servers as a resource of the Infinispan operator. */
final class InfinispanManifest {
  static final String API_VERSION = "infinispan.org/v1";
  static final String KIND = "Infinispan";

  static final ResourceDefinitionContext RESOURCE =
      new ResourceDefinitionContext.Builder()
          .withGroup("infinispan.org")
          .withVersion("v1")
          .withKind(KIND)
          .withPlural("infinispans")
          .withNamespaced(true)
          .build();

  /** Names of labels that the operator copies to the pods. */
  private static final String POD_LABELS = "infinispan.org/podTargetLabels";

  /** The version in WildFly, and in ScaleLab's own image. */
  private static final String VERSION = "16.0.5";

  private static final String FILE = "infinispan-config.xml";

  /** The operator adds this to its own configuration. */
  private static final String CONFIGURATION =
      """
      <infinispan xmlns="urn:infinispan:config:16.0">
        <cache-container statistics="true">
          <metrics gauges="true" histograms="false"/>
      %s  </cache-container>
      </infinispan>
      """;

  private static final String CACHE =
      """
          <distributed-cache-configuration name="%1$s" owners="%3$d" mode="SYNC" statistics="true">
            <encoding media-type="application/octet-stream"/>
            <expiration interval="1000"/>
          </distributed-cache-configuration>
          <distributed-cache name="%2$s" configuration="%1$s"/>
      """;

  private InfinispanManifest() {}

  /** The caches of the application's deployment, as in ScaleLab's own image. */
  static ConfigMap configuration(ScalabilityExperiment e, Configuration configuration) {
    CacheCopies copies = CacheCopies.of(configuration);
    String caches =
        CACHE.formatted("web", "ROOT.war", copies.sessions())
            + CACHE.formatted("ejb", "ROOT.war/remote", copies.beans())
            + CACHE.formatted("portal", "remote-accounts", copies.accounts());
    return new ConfigMapBuilder()
        .withMetadata(
            Metadata.ofTrial(e, configuration, Tier.CACHE, configurationName(configuration)))
        .withData(Map.of(FILE, CONFIGURATION.formatted(caches)))
        .build();
  }

  private static String configurationName(Configuration configuration) {
    return Names.cache(configuration.name()) + "-config";
  }

  /** The servers. */
  static GenericKubernetesResource servers(ScalabilityExperiment e, Configuration configuration) {
    GenericKubernetesResource servers =
        new GenericKubernetesResourceBuilder()
            .withApiVersion(API_VERSION)
            .withKind(KIND)
            .withMetadata(metadata(e, configuration))
            .build();
    servers.setAdditionalProperty("spec", spec(configuration));
    return servers;
  }

  private static ObjectMeta metadata(ScalabilityExperiment e, Configuration configuration) {
    ObjectMeta metadata =
        Metadata.ofTrial(e, configuration, Tier.CACHE, Names.cache(configuration.name()));
    Map<String, String> own =
        Labels.ofTrial(e.getMetadata().getName(), configuration.name(), Tier.CACHE);
    Map<String, String> labels =
        PodMetadata.labels(configuration.remoteState().pod().labels(), own);
    metadata.setLabels(labels);
    Map<String, String> annotations = new TreeMap<>(metadata.getAnnotations());
    annotations.put(POD_LABELS, String.join(",", new TreeMap<>(labels).keySet()));
    metadata.setAnnotations(annotations);
    return metadata;
  }

  private static Map<String, Object> spec(Configuration configuration) {
    RemoteStateSpec remote = configuration.remoteState();
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("replicas", remote.replicas());
    // Without it the operator takes its latest, whose configuration may have another schema.
    spec.put("version", VERSION);
    if (remote.image() != null) {
      spec.put("image", remote.image());
    }
    spec.put("configMapName", configurationName(configuration));
    // A pod of its own for changes of caches, which there are none of.
    spec.put("configListener", Map.of("enabled", false));
    // Limit:request.
    spec.put(
        "container",
        Map.of(
            "cpu", remote.cpu() + ":" + remote.cpu(),
            "memory", remote.memory() + ":" + remote.memory()));
    spec.put(
        "security",
        Map.of("endpointAuthentication", false, "endpointEncryption", Map.of("type", "None")));
    spec.put("service", Map.of("type", "DataGrid", "container", Map.of("ephemeralStorage", true)));
    spec.put("scheduling", scheduling(configuration));
    return spec;
  }

  /** As the pods of the StatefulSet: an affinity keeps the operator from adding its own. */
  private static Map<String, Object> scheduling(Configuration configuration) {
    PodSettings pod = configuration.remoteState().pod();
    Map<String, Object> scheduling = new LinkedHashMap<>();
    scheduling.put("affinity", affinity(pod));
    put(scheduling, "tolerations", pod.tolerations());
    scheduling.put(
        "topologySpreadConstraints",
        PodShape.spread(pod, Labels.selector(configuration.name(), Tier.CACHE)));
    put(scheduling, "PriorityClassName", pod.priorityClassName());
    return scheduling;
  }

  private static void put(Map<String, Object> scheduling, String name, Object value) {
    if (value != null) {
      scheduling.put(name, value);
    }
  }

  /** There is no node selector: its labels are required of each term of the node affinity. */
  private static Affinity affinity(PodSettings pod) {
    Affinity given = pod.affinity() == null ? new Affinity() : pod.affinity();
    if (pod.nodeSelector().isEmpty()) {
      return given;
    }
    List<NodeSelectorRequirement> labels =
        new TreeMap<>(pod.nodeSelector())
            .entrySet().stream()
                .map(
                    label ->
                        new NodeSelectorRequirementBuilder()
                            .withKey(label.getKey())
                            .withOperator("In")
                            .withValues(label.getValue())
                            .build())
                .toList();
    return new AffinityBuilder(given)
        .editOrNewNodeAffinity()
        .editOrNewRequiredDuringSchedulingIgnoredDuringExecution()
        .withNodeSelectorTerms(terms(given).stream().map(term -> with(term, labels)).toList())
        .endRequiredDuringSchedulingIgnoredDuringExecution()
        .endNodeAffinity()
        .build();
  }

  private static List<NodeSelectorTerm> terms(Affinity given) {
    boolean required =
        given.getNodeAffinity() != null
            && given.getNodeAffinity().getRequiredDuringSchedulingIgnoredDuringExecution() != null;
    return required
        ? given
            .getNodeAffinity()
            .getRequiredDuringSchedulingIgnoredDuringExecution()
            .getNodeSelectorTerms()
        : List.of(new NodeSelectorTerm());
  }

  private static NodeSelectorTerm with(
      NodeSelectorTerm term, List<NodeSelectorRequirement> labels) {
    List<NodeSelectorRequirement> all = new ArrayList<>(term.getMatchExpressions());
    all.addAll(labels);
    return new NodeSelectorTermBuilder(term).withMatchExpressions(all).build();
  }
}
