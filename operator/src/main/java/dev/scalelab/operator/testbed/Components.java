package dev.scalelab.operator.testbed;

import dev.scalelab.operator.platform.Images;
import dev.scalelab.operator.platform.TestbedSettings;
import io.fabric8.kubernetes.client.KubernetesClient;

/** Makes the components of this package with what they share. */
public final class Components {
  private final KubernetesClient client;
  private final ComponentPods pods;
  private final Images images;
  private final TestbedSettings settings;
  private final ClusterWatch cluster;
  private final ApplicationManifest application;

  public Components(
      KubernetesClient client,
      ComponentPods pods,
      Images images,
      TestbedSettings settings,
      ClusterWatch cluster) {
    this.client = client;
    this.pods = pods;
    this.images = images;
    this.settings = settings;
    this.cluster = cluster;
    this.application = new ApplicationManifest(images, settings);
  }

  /** Reads pods, for components that are defined elsewhere. */
  public ComponentPods pods() {
    return pods;
  }

  public Component databases() {
    return new Databases(pods, new DatabaseManifest(images), client);
  }

  public Component servers() {
    return new Servers(
        new StatefulSetServers(pods, application, cluster),
        new WildFlyServers(
            pods, application, new WildFlyServerManifest(images, application), cluster));
  }

  public Component balancer() {
    return new Balancer(pods, images, application);
  }

  public Component remoteCache() {
    StatefulSetCache builtIn = new StatefulSetCache(pods, images);
    return new RemoteCache(builtIn, new InfinispanCache(pods, builtIn));
  }

  public Component suppliers() {
    return new Suppliers(pods, images, settings);
  }

  public Component measuredCpuLimit() {
    return new MeasuredCpuLimit(client, pods);
  }
}
