package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Kubernetes' own kinds of which testbeds are made. A pod has ten kilobytes and more, of which one
 * is read.
 */
public final class WatchedKinds {
  private static final long PAGE = 50;

  /** A ConfigMap may have a megabyte. */
  private static final long SMALL_PAGE = 5;

  public static final WatchedKind<Pod> PODS =
      new WatchedKind<>("pods", KubernetesClient::pods, PAGE, WatchedKinds::reduce, Pod::getStatus);

  public static final WatchedKind<Job> JOBS =
      new WatchedKind<>(
          "jobs", client -> client.batch().v1().jobs(), PAGE, WatchedKinds::reduce, Job::getStatus);

  public static final WatchedKind<StatefulSet> STATEFUL_SETS =
      new WatchedKind<>(
          "statefulsets",
          client -> client.apps().statefulSets(),
          PAGE,
          WatchedKinds::reduce,
          StatefulSet::getStatus);

  public static final WatchedKind<Deployment> DEPLOYMENTS =
      new WatchedKind<>(
          "deployments",
          client -> client.apps().deployments(),
          PAGE,
          WatchedKinds::reduce,
          Deployment::getStatus);

  public static final WatchedKind<Service> SERVICES =
      new WatchedKind<>(
          "services", KubernetesClient::services, PAGE, WatchedKinds::reduce, service -> null);

  public static final WatchedKind<ConfigMap> CONFIG_MAPS =
      new WatchedKind<>(
          "configmaps",
          KubernetesClient::configMaps,
          SMALL_PAGE,
          WatchedKinds::reduce,
          map -> null);

  private WatchedKinds() {}

  /** All of them. */
  public static List<WatchedKind<?>> all() {
    return Stream.concat(withoutPods().stream(), Stream.of(PODS)).toList();
  }

  /** All but pods, load first. */
  public static List<WatchedKind<?>> withoutPods() {
    return List.of(JOBS, DEPLOYMENTS, STATEFUL_SETS, SERVICES, CONFIG_MAPS);
  }

  /** Of managed fields only the subresources remain, by which a resized pod is known. */
  public static void reduceMetadata(HasMetadata object) {
    ObjectMeta metadata = object.getMetadata();
    List<ManagedFieldsEntry> subresources =
        metadata.getManagedFields().stream()
            .map(ManagedFieldsEntry::getSubresource)
            .filter(Objects::nonNull)
            .filter(subresource -> !subresource.equals("status"))
            .map(name -> new ManagedFieldsEntryBuilder().withSubresource(name).build())
            .toList();
    metadata.setManagedFields(subresources);
    Map<String, String> annotations = metadata.getAnnotations();
    String container = annotations == null ? null : annotations.get(MainContainer.ANNOTATION);
    metadata.setAnnotations(
        container == null ? Map.of() : Map.of(MainContainer.ANNOTATION, container));
  }

  private static void reduce(Pod pod) {
    reduceMetadata(pod);
    PodSpec spec = new PodSpec();
    spec.setNodeName(pod.getSpec().getNodeName());
    spec.setContainers(pod.getSpec().getContainers().stream().map(WatchedKinds::reduced).toList());
    pod.setSpec(spec);
    PodStatus all = pod.getStatus();
    if (all != null) {
      PodStatus status = new PodStatus();
      status.setPhase(all.getPhase());
      status.setReason(all.getReason());
      status.setMessage(all.getMessage());
      status.setConditions(all.getConditions());
      status.setContainerStatuses(all.getContainerStatuses());
      status.setInitContainerStatuses(all.getInitContainerStatuses());
      status.getContainerStatuses().forEach(WatchedKinds::reduce);
      status.getInitContainerStatuses().forEach(WatchedKinds::reduce);
      pod.setStatus(status);
    }
  }

  private static Container reduced(Container all) {
    Container container = new Container();
    container.setName(all.getName());
    container.setImage(all.getImage());
    container.setResources(all.getResources());
    return container;
  }

  private static void reduce(ContainerStatus status) {
    status.setVolumeMounts(List.of());
    status.setContainerID(null);
  }

  private static void reduce(Job job) {
    reduceMetadata(job);
    job.getSpec().setTemplate(null);
    job.getSpec().setSelector(null);
  }

  private static void reduce(StatefulSet set) {
    reduceMetadata(set);
    set.setSpec(null);
  }

  private static void reduce(Deployment deployment) {
    reduceMetadata(deployment);
    deployment.setSpec(null);
  }

  private static void reduce(Service service) {
    reduceMetadata(service);
    service.setSpec(null);
    service.setStatus(null);
  }

  private static void reduce(ConfigMap map) {
    reduceMetadata(map);
    map.setData(null);
    map.setBinaryData(null);
  }
}
