package dev.scalelab.operator.loadrun;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.testbed.Component;
import dev.scalelab.operator.testbed.ComponentContext;
import dev.scalelab.operator.testbed.Readiness;

/** A part that is a Job: ready once the Job has succeeded. */
public abstract class JobComponent extends Component {
  final LoadRuns runs;

  JobComponent(LoadRuns runs, String name, String text, Reason reason) {
    super(name, text, reason);
    this.runs = runs;
  }

  @Override
  public int patienceSeconds(Configuration configuration) {
    return configuration.spec().timeouts().jobSeconds();
  }

  /** Reason with which its trial fails when the Job has failed. */
  Reason reason(JobObservation.Cause cause) {
    return reason();
  }

  @Override
  public Readiness observe(ComponentContext context) {
    return readiness(runs.observe(context.experiment(), job(context)));
  }

  /** Readiness of the part, from the state of its Job. */
  public final Readiness readiness(JobObservation job) {
    return switch (job.state()) {
      case ABSENT -> Readiness.absent();
      // An earlier experiment's Job is being deleted; any other object with its name blocks the
      // part.
      case NOT_OURS -> Readiness.waiting(Reason.NAME_TAKEN, job.detail());
      case ACTIVE -> Readiness.waiting(job.isDenied() ? Reason.REFUSED : reason(), job.detail());
      case SUCCEEDED -> Readiness.ready();
      case FAILED ->
          job.cause().isOutside()
              ? Readiness.lost(reason(job.cause()), job.detail())
              : Readiness.failed(reason(job.cause()), job.detail());
    };
  }
}
