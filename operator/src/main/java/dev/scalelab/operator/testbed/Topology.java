package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Waiting;
import dev.scalelab.operator.plan.Configuration;
import java.util.ArrayList;
import java.util.List;

/** The parts of testbeds, in the order in which they become ready. */
public final class Topology {
  private final List<Part> parts;

  /** A topology of these parts, first to last. */
  public Topology(List<Part> parts) {
    this.parts = List.copyOf(parts);
  }

  /** The parts of a configuration's testbed. */
  public List<Part> of(Configuration configuration) {
    return parts.stream().filter(part -> part.isPartOf(configuration)).toList();
  }

  /** A part and those that are deployed with it. */
  public List<Part> deployedTogether(Configuration configuration, String name) {
    return of(configuration).stream()
        .filter(part -> part.name().equals(name) || name.equals(part.deployedWith()))
        .toList();
  }

  /**
   * All parts, observed up to the first that is not ready. While a part that shields the others is
   * working, only that part is observed.
   */
  public List<PartState> observe(Scene scene) {
    List<Part> all = of(scene.configuration());
    for (Part part : all) {
      Readiness readiness =
          part.shieldsOthers() && isDue(all, part, scene) ? part.observe(scene) : null;
      if (readiness != null && isWorking(part, readiness)) {
        return all.stream()
            .map(other -> PartState.of(other, scene, other == part ? readiness : null))
            .toList();
      }
    }
    List<PartState> states = new ArrayList<>();
    boolean ready = true;
    for (Part part : all) {
      Readiness readiness = ready && isDue(all, part, scene) ? part.observe(scene) : null;
      states.add(PartState.of(part, scene, readiness));
      ready = ready && (readiness == null || isDone(all, part, readiness, scene));
    }
    return states;
  }

  /** All parts; only those that must be ready again after a load are observed. */
  public List<PartState> observeAfterLoad(Scene scene) {
    return of(scene.configuration()).stream()
        .map(
            part -> PartState.of(part, scene, part.settlesAfterLoad() ? part.observe(scene) : null))
        .toList();
  }

  /** All parts, without observing them. */
  public List<PartState> unobserved(Scene scene) {
    return of(scene.configuration()).stream().map(part -> PartState.of(part, scene, null)).toList();
  }

  /**
   * Whether a part must be observed: one that was ready before a run is not observed again until
   * the next.
   */
  private static boolean isDue(List<Part> all, Part part, Scene scene) {
    boolean warm = scene.trial().testbedReadyTime() != null;
    return switch (part.stage()) {
      case TESTBED -> true;
      case ONCE -> !warm;
      case RUN -> warm && !isBeyond(all, part, scene);
    };
  }

  /** A part that waits because its name is taken by another object is not working. */
  private static boolean isWorking(Part part, Readiness readiness) {
    return readiness.state() == Readiness.State.WAITING && readiness.reason() == part.reason();
  }

  /** Ready, or a Job that was removed after the trial had reached a later part. */
  private static boolean isDone(List<Part> all, Part part, Readiness readiness, Scene scene) {
    return readiness.state() == Readiness.State.READY
        || readiness.state() == Readiness.State.ABSENT
            && part.job(scene) != null
            && isBeyond(all, part, scene);
  }

  private static boolean isBeyond(List<Part> all, Part part, Scene scene) {
    Waiting waiting = scene.trial().waiting();
    return waiting != null
        && PartOrder.after(all.stream().map(Part::name).toList(), waiting.part(), part.name());
  }
}
