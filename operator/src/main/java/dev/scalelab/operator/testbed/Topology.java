package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Waiting;
import dev.scalelab.operator.plan.Configuration;
import java.util.ArrayList;
import java.util.List;

/** The parts of which testbeds consist, in the order in which they are made ready. */
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
   * Every part, looked at up to the first that is not ready. While one works that shields the
   * others it is the only one that is looked at.
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

  /** Every part; those are looked at that must be ready again after a load. */
  public List<PartState> observeAfterLoad(Scene scene) {
    return of(scene.configuration()).stream()
        .map(
            part -> PartState.of(part, scene, part.settlesAfterLoad() ? part.observe(scene) : null))
        .toList();
  }

  /** Every part, none of them looked at. */
  public List<PartState> unobserved(Scene scene) {
    return of(scene.configuration()).stream().map(part -> PartState.of(part, scene, null)).toList();
  }

  /** What was ready before a run is not looked at again until the next one. */
  private static boolean isDue(List<Part> all, Part part, Scene scene) {
    boolean warm = scene.trial().testbedReadyTime() != null;
    return switch (part.stage()) {
      case TESTBED -> true;
      case ONCE -> !warm;
      case RUN -> warm && !isBeyond(all, part, scene);
    };
  }

  /** Something else of its name that is in the way does no work. */
  private static boolean isWorking(Part part, Readiness readiness) {
    return readiness.state() == Readiness.State.WAITING && readiness.reason() == part.reason();
  }

  /** Ready, or a Job that was removed after the trial had got further than it. */
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
