package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;

/**
 * A part of a testbed as a decision sees it.
 *
 * @param name its name, as status.waiting.part of a trial has it
 * @param text its name in messages
 * @param reason why a trial fails whose part does not become ready
 * @param patienceSeconds how long it may take to become ready
 * @param plannedSeconds how long it takes by plan before that
 * @param job name of the Job that it is; null where it is none
 * @param settles whether it must be ready again after a load
 * @param readiness how far it is; null where it was not looked at
 */
public record PartState(
    String name,
    String text,
    Reason reason,
    int patienceSeconds,
    int plannedSeconds,
    String job,
    boolean settles,
    Readiness readiness) {

  /** A part as it is in a scene. */
  public static PartState of(Part part, Scene scene, Readiness readiness) {
    return new PartState(
        part.name(),
        part.text(),
        part.reason(),
        part.patienceSeconds(scene.configuration()),
        part.plannedSeconds(scene.configuration()),
        part.job(scene),
        part.settlesAfterLoad(),
        readiness);
  }
}
