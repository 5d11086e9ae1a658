package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.report.ResultGauges;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Keeps the result gauges in step with the resources, whoever leads and whatever happened before
 * this start: the resources are the truth, the gauges their image.
 */
@ApplicationScoped
public class ResultWatch {
  private final KubernetesClient client;
  private final ResultGauges gauges;
  private final List<String> namespaces;
  private final List<SharedIndexInformer<ScalabilityExperiment>> experiments = new ArrayList<>();
  private final List<SharedIndexInformer<ScalabilityTrial>> trials = new ArrayList<>();

  /**
   * @param namespaces those in which experiments run
   */
  public ResultWatch(
      KubernetesClient client,
      ResultGauges gauges,
      @ConfigProperty(name = "quarkus.operator-sdk.namespaces") List<String> namespaces) {
    this.client = client;
    this.gauges = gauges;
    this.namespaces = namespaces;
  }

  void start(@Observes StartupEvent event) {
    for (String namespace : namespaces) {
      experiments.add(watch(ScalabilityExperiment.class, namespace));
      trials.add(watch(ScalabilityTrial.class, namespace));
    }
  }

  void stop(@Observes ShutdownEvent event) {
    Stream.concat(experiments.stream(), trials.stream()).forEach(SharedIndexInformer::stop);
  }

  private <T extends CustomResource<?, ?>> SharedIndexInformer<T> watch(
      Class<T> kind, String namespace) {
    SharedIndexInformer<T> informer =
        client.resources(kind).inNamespace(namespace).runnableInformer(0);
    informer.addEventHandler(
        new ResourceEventHandler<T>() {
          @Override
          public void onAdd(T added) {
            show();
          }

          @Override
          public void onUpdate(T before, T after) {
            show();
          }

          @Override
          public void onDelete(T deleted, boolean finalStateUnknown) {
            show();
          }
        });
    // Not waited for: the operator starts whether or not its resources can be listed yet.
    informer.start();
    return informer;
  }

  private synchronized void show() {
    gauges.show(
        experiments.stream().flatMap(informer -> informer.getStore().list().stream()).toList(),
        trials.stream().flatMap(informer -> informer.getStore().list().stream()).toList());
  }
}
