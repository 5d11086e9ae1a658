package dev.scalelab.operator.health;

import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.RegisteredController;
import io.javaoperatorsdk.operator.health.InformerHealthIndicator;
import io.javaoperatorsdk.operator.health.InformerWrappingEventSourceHealthIndicator;
import io.javaoperatorsdk.operator.health.Status;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Which of the namespaces with experiments the operator can watch. */
@ApplicationScoped
public class WatchedNamespaces {
  private final Operator operator;

  public WatchedNamespaces(Operator operator) {
    this.operator = operator;
  }

  /** Whether the operator has started, as leader or as standby. */
  public boolean started() {
    return operator.getRuntimeInfo().isStarted();
  }

  /** Namespaces whose experiments are watched. */
  public List<String> served() {
    return where(informer -> informer.getStatus() == Status.HEALTHY);
  }

  /**
   * Namespaces whose experiments cannot be watched now: they do not exist, or the operator has no
   * rights there.
   */
  public List<String> notServed() {
    return where(informer -> informer.getStatus() != Status.HEALTHY);
  }

  /** Namespaces whose watch has stopped and will not restart. */
  public List<String> stopped() {
    return where(informer -> !informer.isRunning());
  }

  private List<String> where(Predicate<InformerHealthIndicator> state) {
    TreeSet<String> namespaces = new TreeSet<>();
    for (RegisteredController<?> controller : operator.getRegisteredControllers()) {
      for (InformerWrappingEventSourceHealthIndicator<?> source :
          controller.getControllerHealthInfo().informerEventSourceHealthIndicators().values()) {
        source
            .informerHealthIndicators()
            .forEach(
                (namespace, informer) -> {
                  if (state.test(informer)) {
                    namespaces.add(namespace);
                  }
                });
      }
    }
    return List.copyOf(namespaces);
  }
}
