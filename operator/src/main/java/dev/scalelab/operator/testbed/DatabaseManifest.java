package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Database;
import dev.scalelab.operator.platform.DatabaseAccess;
import dev.scalelab.operator.platform.Images;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.PodMetadata;
import dev.scalelab.operator.platform.Quantities;
import dev.scalelab.operator.platform.Resources;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Manifest of a database of a variant, a CloudNativePG Cluster. */
final class DatabaseManifest {
  static final String API_VERSION = "postgresql.cnpg.io/v1";
  static final String KIND = "Cluster";

  /** Its name in the API; a lookup by kind would fail in clusters without this kind. */
  static final ResourceDefinitionContext RESOURCE =
      new ResourceDefinitionContext.Builder()
          .withGroup("postgresql.cnpg.io")
          .withVersion("v1")
          .withKind(KIND)
          .withPlural("clusters")
          .withNamespaced(true)
          .build();

  /** CloudNativePG's label on every pod of a Cluster. */
  static final String CLUSTER_LABEL = "cnpg.io/cluster";

  /** CloudNativePG's label that distinguishes instances from the pods of its Jobs. */
  static final String ROLE_LABEL = "cnpg.io/podRole";

  static final String INSTANCE = "instance";

  /** PostgreSQL recommends a quarter of the memory for shared_buffers. */
  private static final int SHARED_BUFFERS_PART = 4;

  /** Write-ahead log may use a quarter of the volume, but at least two segments. */
  private static final int WAL_PART = 4;

  private static final long MIN_WAL_MEBIBYTES = 128;

  /** Less than the 100 that CloudNativePG gives to instances of the same database. */
  private static final int OTHER_DATABASES_WEIGHT = 50;

  /**
   * By default the startup probe runs every 10 s, so that a started instance is noticed up to 10 s
   * late. An instance may take an hour to start, as by default.
   */
  private static final Map<String, Object> STARTUP_PROBE =
      Map.of("periodSeconds", 1, "failureThreshold", 3600);

  private final Images images;

  DatabaseManifest(Images images) {
    this.images = images;
  }

  /** The Cluster with all its instances. */
  GenericKubernetesResource cluster(
      ScalabilityExperiment e, Configuration configuration, Database database) {
    GenericKubernetesResource cluster =
        new GenericKubernetesResourceBuilder()
            .withApiVersion(API_VERSION)
            .withKind(KIND)
            .withMetadata(Metadata.ofLayout(e, configuration, Tier.DATABASE, database.cluster()))
            .build();
    cluster.setAdditionalProperty("spec", spec(configuration, database));
    return cluster;
  }

  private Map<String, Object> spec(Configuration configuration, Database one) {
    DatabaseSpec database = one.spec();
    Map<String, Object> spec = new LinkedHashMap<>();
    spec.put("instances", database.instances());
    spec.put("imageName", database.image() == null ? images.postgresql() : database.image());
    spec.put("imagePullPolicy", images.pullPolicy());
    spec.put("enableSuperuserAccess", false);
    // A PodDisruptionBudget for the primary would only block draining of nodes.
    spec.put("enablePDB", false);
    spec.put("bootstrap", Map.of("initdb", initdb(configuration, one)));
    spec.put("postgresql", Map.of("parameters", parameters(configuration, database)));
    spec.put("resources", Resources.fixed(database.cpu(), database.memory()).requirements());
    spec.put("storage", storage(database));
    spec.put("monitoring", DatabaseMonitoring.of(one));
    spec.put("probes", Map.of("startup", STARTUP_PROBE));
    place(spec, configuration, database);
    spec.put("inheritedMetadata", metadata(configuration, database.pod()));
    return spec;
  }

  private static Map<String, Object> metadata(Configuration configuration, PodSettings pod) {
    Map<String, String> labels =
        Labels.ofLayout(configuration.experiment(), configuration.layout(), Tier.DATABASE);
    return Map.of(
        "labels",
        PodMetadata.labels(pod.labels(), labels),
        "annotations",
        PodMetadata.annotations(pod.annotations(), Map.of(), Tier.DATABASE.container()));
  }

  /**
   * The pod's settings as fields of the Cluster: they apply to every instance, so that any new
   * primary is on a node of the selector.
   */
  private static void place(
      Map<String, Object> spec, Configuration configuration, DatabaseSpec database) {
    PodSettings pod = database.pod();
    Map<String, Object> affinity = new LinkedHashMap<>();
    affinity.put("nodeSelector", pod.nodeSelector());
    if (database.replicas() > 0) {
      // On separate nodes if there are enough, else on the same.
      affinity.put("enablePodAntiAffinity", true);
      affinity.put("podAntiAffinityType", "preferred");
      affinity.put("topologyKey", "kubernetes.io/hostname");
    }
    put(affinity, "tolerations", pod.tolerations());
    if (configuration.databases().size() > 1) {
      affinity.put("additionalPodAntiAffinity", apart(configuration));
    }
    if (pod.affinity() != null) {
      put(affinity, "nodeAffinity", pod.affinity().getNodeAffinity());
      put(affinity, "additionalPodAffinity", pod.affinity().getPodAffinity());
      put(affinity, "additionalPodAntiAffinity", pod.affinity().getPodAntiAffinity());
    }
    spec.put("affinity", affinity);
    put(spec, "topologySpreadConstraints", pod.topologySpreadConstraints());
    put(spec, "priorityClassName", pod.priorityClassName());
    put(spec, "imagePullSecrets", pod.imagePullSecrets());
  }

  /**
   * Databases of a layout prefer different nodes, less than the instances of each do: so their
   * primaries, which come first, are apart if there are nodes for it.
   */
  private static Map<String, Object> apart(Configuration configuration) {
    Map<String, String> labels =
        Labels.ofLayout(configuration.experiment(), configuration.layout(), Tier.DATABASE);
    return Map.of(
        "preferredDuringSchedulingIgnoredDuringExecution",
        List.of(
            Map.of(
                "weight",
                OTHER_DATABASES_WEIGHT,
                "podAffinityTerm",
                Map.of(
                    "topologyKey",
                    "kubernetes.io/hostname",
                    "labelSelector",
                    Map.of("matchLabels", labels)))));
  }

  private static void put(Map<String, Object> spec, String name, Object value) {
    if (value != null) {
      spec.put(name, value);
    }
  }

  /** An empty template database; its owner creates the working database as a copy of it. */
  private static Map<String, Object> initdb(Configuration configuration, Database one) {
    Map<String, Object> initdb = new LinkedHashMap<>();
    initdb.put("database", DatabaseAccess.template(configuration.workload()));
    initdb.put("owner", DatabaseAccess.USER);
    initdb.put("postInitSQL", List.of("ALTER ROLE " + DatabaseAccess.USER + " CREATEDB"));
    if (one.borrowsSecret()) {
      initdb.put("secret", Map.of("name", one.secret()));
    }
    return initdb;
  }

  private static Map<String, String> parameters(
      Configuration configuration, DatabaseSpec database) {
    long wal =
        Math.max(MIN_WAL_MEBIBYTES, Quantities.mebibytes(database.storage().size()) / WAL_PART);
    Map<String, String> parameters = new TreeMap<>();
    parameters.put(
        "shared_buffers", Quantities.mebibytes(database.memory()) / SHARED_BUFFERS_PART + "MB");
    parameters.put("max_wal_size", wal + "MB");
    // A joining replica may need the log written since its copy began.
    parameters.put("wal_keep_size", database.replicas() == 0 ? "0" : MIN_WAL_MEBIBYTES + "MB");
    if (configuration.spec().system().databases().size() > 1
        && configuration.workload().hasDomains()) {
      // Each connection may have a prepared part of a transaction that spans databases.
      parameters.put("max_prepared_transactions", "" + database.maxConnections());
    }
    if (database.parameters() != null) {
      parameters.putAll(database.parameters());
    }
    parameters.put("max_connections", "" + database.maxConnections());
    return parameters;
  }

  private static Map<String, Object> storage(DatabaseSpec database) {
    Map<String, Object> storage = new LinkedHashMap<>();
    storage.put("size", database.storage().size().toString());
    if (database.storage().className() != null) {
      storage.put("storageClass", database.storage().className());
    }
    return storage;
  }
}
