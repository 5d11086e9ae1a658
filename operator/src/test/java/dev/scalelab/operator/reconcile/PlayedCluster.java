package dev.scalelab.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Simulates the other components of a cluster: CloudNativePG, the controllers, the scheduler, the
 * kubelets. Each {@link #play} advances everything by one move.
 */
final class PlayedCluster implements AutoCloseable {
  private static final String NODE = "played";
  private static final String JOB_NAME = "batch.kubernetes.io/job-name";
  private static final String POD_NUMBER = "batch.kubernetes.io/job-completion-index";

  private final KubernetesClient client;
  private final String namespace;
  private final PlayedEndpoints endpoints;
  private final Map<String, Set<String>> jobs = new TreeMap<>();

  /** Name of a trial's Job, which contains the number of servers. */
  private static final Pattern JOB = Pattern.compile(".*-(\\d+)-(?:r\\d+-.*|warmup)");

  private final Set<String> databases = new TreeSet<>();
  private final Map<String, Integer> moves = new HashMap<>();
  private final Map<String, PlayedLoad> loads = new HashMap<>();
  private UnaryOperator<String> images = image -> "sha256:played";

  PlayedCluster(KubernetesClient client, String namespace, PlayedEndpoints endpoints) {
    this.client = client;
    this.namespace = namespace;
    this.endpoints = endpoints;
    for (String role : List.of("app", "load", "database")) {
      client
          .resource(
              new NodeBuilder()
                  .withNewMetadata()
                  .withName(NODE + "-" + role)
                  .addToLabels("scalelab.dev/role", role)
                  .endMetadata()
                  .withNewStatus()
                  .addNewCondition()
                  .withType("Ready")
                  .withStatus("True")
                  .endCondition()
                  .endStatus()
                  .build())
          .create();
      // A new node is tainted until its kubelet reports.
      client
          .nodes()
          .withName(NODE + "-" + role)
          .edit(node -> new NodeBuilder(node).editSpec().withTaints().endSpec().build());
    }
  }

  /** From here on new pods report this image ID for the image that they request. */
  void runImages(UnaryOperator<String> ids) {
    images = ids;
  }

  /** The uids of each Job's name. */
  Map<String, Set<String>> jobs() {
    return jobs;
  }

  /** Names of all databases so far. */
  Set<String> databasesEver() {
    return databases;
  }

  /** Advances all objects of an experiment by one move. */
  void play(ScalabilityExperiment experiment) {
    databases().forEach(this::heal);
    Set<String> makers = new HashSet<>();
    for (StatefulSet servers :
        client.apps().statefulSets().inNamespace(namespace).list().getItems()) {
      makers.add(servers.getMetadata().getUid());
      for (int pod = 0; pod < servers.getSpec().getReplicas(); pod++) {
        String name = servers.getMetadata().getName() + "-" + pod;
        run(name, servers, servers.getSpec().getTemplate());
      }
    }
    for (Deployment balancer :
        client.apps().deployments().inNamespace(namespace).list().getItems()) {
      makers.add(balancer.getMetadata().getUid());
      String name = balancer.getMetadata().getName() + "-6d4b-x7k2p";
      run(name, balancer, balancer.getSpec().getTemplate());
    }
    for (Job job : client.batch().v1().jobs().inNamespace(namespace).list().getItems()) {
      makers.add(job.getMetadata().getUid());
      jobs.computeIfAbsent(job.getMetadata().getName(), name -> new TreeSet<>())
          .add(job.getMetadata().getUid());
      play(experiment, job);
    }
    for (Pod pod : client.pods().inNamespace(namespace).list().getItems()) {
      if (!makers.contains(pod.getMetadata().getOwnerReferences().get(0).getUid())) {
        client.resource(pod).withGracePeriod(0).delete();
      }
    }
  }

  private List<GenericKubernetesResource> databases() {
    return client
        .genericKubernetesResources("postgresql.cnpg.io/v1", "Cluster")
        .inNamespace(namespace)
        .list()
        .getItems();
  }

  private void heal(GenericKubernetesResource database) {
    databases.add(database.getMetadata().getName());
    if (database.get("status", "readyInstances") != null) {
      return;
    }
    boolean begun = database.get("status", "phase") != null;
    Integer instances = database.get("spec", "instances");
    database.setAdditionalProperty(
        "status",
        begun
            ? Map.of("phase", "Cluster in healthy state", "readyInstances", instances)
            : Map.of("phase", "Setting up primary"));
    client.resource(database).updateStatus();
  }

  /** A pod of servers or balancer: first created, then ready, and always at the requested limit. */
  private void run(String name, HasMetadata maker, PodTemplateSpec template) {
    Pod pod = client.pods().inNamespace(namespace).withName(name).get();
    if (pod == null) {
      make(name, maker, template);
    } else if (!"Running".equals(pod.getStatus().getPhase()) || resized(pod)) {
      setStatus(pod, "Running", "True");
    }
  }

  private static boolean resized(Pod pod) {
    return !pod.getSpec()
        .getContainers()
        .get(0)
        .getResources()
        .equals(pod.getStatus().getContainerStatuses().get(0).getResources());
  }

  private Pod make(String name, HasMetadata maker, PodTemplateSpec template) {
    return client
        .resource(
            new PodBuilder()
                .withNewMetadataLike(template.getMetadata())
                .withName(name)
                .withNamespace(namespace)
                .addNewOwnerReference()
                .withApiVersion(maker.getApiVersion())
                .withKind(maker.getKind())
                .withName(maker.getMetadata().getName())
                .withUid(maker.getMetadata().getUid())
                .withController(true)
                .endOwnerReference()
                .endMetadata()
                .withNewSpecLike(template.getSpec())
                .withNodeName(NODE + "-app")
                .endSpec()
                .build())
        .create();
  }

  private void setStatus(Pod pod, String phase, String ready) {
    var container = pod.getSpec().getContainers().get(0);
    client
        .resource(
            new PodBuilder(pod)
                .withNewStatus()
                .withPhase(phase)
                .addNewCondition()
                .withType("Ready")
                .withStatus(ready)
                .endCondition()
                .addToContainerStatuses(
                    new ContainerStatusBuilder()
                        .withName(container.getName())
                        .withImage(container.getImage())
                        .withImageID(images.apply(container.getImage()))
                        .withReady("True".equals(ready))
                        .withRestartCount(0)
                        .withResources(container.getResources())
                        .build())
                .endStatus()
                .build())
        .updateStatus();
  }

  /** Jobs end after some moves; a load prints its first steps well before its end. */
  private void play(ScalabilityExperiment experiment, Job job) {
    int move = moves.merge(job.getMetadata().getUid(), 1, Integer::sum);
    for (int number = 0; number < job.getSpec().getCompletions(); number++) {
      play(experiment, job, number, move);
    }
    if (move == 4) {
      complete(job);
    }
  }

  /** With several pods, each is a step behind the previous one, until they end. */
  private void play(ScalabilityExperiment experiment, Job job, int number, int move) {
    String name = job.getMetadata().getName();
    boolean alone = job.getSpec().getCompletions() == 1;
    String pod = name + (alone ? "" : "-" + number) + "-abcde";
    boolean load = name.endsWith("-load");
    switch (move) {
      case 1 -> {
        PodTemplateSpec template = job.getSpec().getTemplate();
        template.getMetadata().getLabels().put(JOB_NAME, name);
        if (!alone) {
          template.getMetadata().getLabels().put(POD_NUMBER, "" + number);
        }
        make(pod, job, template);
      }
      case 2 -> {
        setStatus(client.pods().inNamespace(namespace).withName(pod).get(), "Running", "True");
        endpoints.print(pod, load ? load(experiment, name).start() : "");
      }
      case 3 -> endpoints.print(pod, load ? steps(load(experiment, name), 1, 2 - number) : "");
      case 4 -> {
        int last = experiment.getSpec().load().steps();
        endpoints.print(
            pod,
            load
                ? steps(load(experiment, name), 3 - number, last) + load(experiment, name).end()
                : name.endsWith("-audit")
                    ? load(experiment, name.replace("-audit", "-load")).audit()
                    : "");
        setStatus(client.pods().inNamespace(namespace).withName(pod).get(), "Succeeded", "False");
      }
      default -> {
        // The server has ended.
      }
    }
  }

  private PlayedLoad load(ScalabilityExperiment experiment, String job) {
    Matcher names = JOB.matcher(job);
    assertThat(names.matches()).as(job).isTrue();
    int servers = Integer.parseInt(names.group(1));
    return loads.computeIfAbsent(job, name -> new PlayedLoad(name, servers, experiment.getSpec()));
  }

  private static String steps(PlayedLoad load, int first, int last) {
    List<String> lines = new ArrayList<>();
    for (int step = first; step <= last; step++) {
      lines.add(load.step(step));
    }
    return String.join("", lines);
  }

  private void complete(Job job) {
    String now = Instant.now().toString();
    client
        .resource(
            new JobBuilder(job)
                .withNewStatus()
                .withStartTime(job.getMetadata().getCreationTimestamp())
                .withCompletionTime(now)
                .withSucceeded(job.getSpec().getCompletions())
                .addNewCondition()
                .withType("SuccessCriteriaMet")
                .withStatus("True")
                .withLastTransitionTime(now)
                .endCondition()
                .addNewCondition()
                .withType("Complete")
                .withStatus("True")
                .withLastTransitionTime(now)
                .endCondition()
                .endStatus()
                .build())
        .updateStatus();
  }

  @Override
  public void close() {
    for (String role : List.of("app", "load", "database")) {
      client.nodes().withName(NODE + "-" + role).delete();
    }
  }
}
