package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.FailureCount;
import dev.scalelab.operator.api.GeneratorResult;
import dev.scalelab.operator.api.Message;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Checks whether the load generators had enough ports for their connections in a step, and measured
 * the same window.
 */
final class GeneratorNetwork {
  /** Number of local ports that Linux uses for connections to one address: 32768 to 60999. */
  private static final int PORTS = 28_232;

  /** With fewer free ports, the search for one takes long. */
  private static final double PORTS_ALLOWED = 0.9;

  /** The load generator's reason for a transaction that failed without a free port. */
  private static final String NO_PORT = "no free port in the load generator";

  /** Evidence covers a single window, which generators that are further apart do not share. */
  private static final double APART_ALLOWED_MILLIS = 1000;

  private GeneratorNetwork() {}

  /** Every rule that the generators broke. */
  static List<Invalid> check(StepResult step) {
    List<Invalid> found = new ArrayList<>();
    GeneratorResult generator = step.generator();
    Long taken = generator.portsTaken();
    if (taken != null && taken > PORTS_ALLOWED * PORTS) {
      found.add(
          Invalid.of(
              Reason.LOAD_GENERATOR_SATURATED,
              "a load generator opened %d connections in step %d: they use %d of its %d ports, each"
                  + " until a minute after it was closed: raise spec.load.generators.count",
              generator.connectionsOpened(),
              step.step(),
              taken,
              PORTS));
    }
    long withoutPort = withoutPort(step);
    if (withoutPort > 0) {
      found.add(
          Invalid.of(
              Reason.LOAD_GENERATOR_SATURATED,
              "%s of step %d failed because the load generator had no free port: raise"
                  + " spec.load.generators.count",
              Message.count(withoutPort, "transaction"),
              step.step()));
    }
    if (generator.startSkewMillis() != null && generator.startSkewMillis() > APART_ALLOWED_MILLIS) {
      found.add(
          Invalid.of(
              Reason.LOAD_FAILED,
              "the load generators' windows of step %d began %.0f ms apart: the clocks of their"
                  + " nodes differ, or one was delayed at the start",
              step.step(),
              generator.startSkewMillis()));
    }
    return found;
  }

  /** Failures of the load and of the stream beside it, which use the same ports. */
  private static long withoutPort(StepResult step) {
    List<FailureCount> stream = step.stream() == null ? List.of() : step.stream().errors();
    return Stream.concat(step.errors().stream(), stream.stream())
        .filter(failure -> failure.reason().equals(NO_PORT))
        .mapToLong(FailureCount::count)
        .sum();
  }
}
