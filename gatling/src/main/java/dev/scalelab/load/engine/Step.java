package dev.scalelab.load.engine;

import io.gatling.core.action.Action;
import io.gatling.core.action.SessionHook;
import io.gatling.core.structure.ScenarioContext;
import io.gatling.javaapi.core.ActionBuilder;
import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A step of a scenario beside its requests, at a fraction of the cost of Gatling's own.
 *
 * <p>Gatling's {@code exec} and {@code doIf} wrap what a function gives several times over, and ask
 * before each step whether a block around it is to be left: what is recorded by a step would then
 * be lost. A function that throws fails the session, which goes on.
 */
public final class Step {
  /** Users leave at most this much later; only the end of the run waits for it. */
  private static final int LEAVING_MILLIS = 50;

  private Step() {}

  /** Changes the session. */
  public static ActionBuilder exec(UnaryOperator<Session> change) {
    return () -> (context, next) -> new Change(change, context, next);
  }

  /** Does the chain if the session is as asked for, else nothing. */
  public static ActionBuilder doIf(Predicate<Session> condition, ChainBuilder chain) {
    return () ->
        (context, next) -> new Choice(condition, chain.wrapped.build(context, next), context, next);
  }

  /**
   * Lets users leave in groups, each a twentieth of a second later at most: the last step of an
   * open model's scenario. For each who leaves by itself Gatling wakes another thread.
   */
  public static ActionBuilder leaveInGroups() {
    return () -> Leaving::new;
  }

  private static final class Change extends SessionHook {
    private final UnaryOperator<Session> change;

    Change(UnaryOperator<Session> change, ScenarioContext context, Action next) {
      // No function: execute is overridden.
      super(null, "change", context.coreComponents().statsEngine(), next);
      this.change = change;
    }

    @Override
    public void execute(io.gatling.core.session.Session session) {
      next().$bang(change.apply(new Session(session)).asScala());
    }
  }

  private static final class Choice extends SessionHook {
    private final Predicate<Session> condition;
    private final Action chosen;

    Choice(Predicate<Session> condition, Action chosen, ScenarioContext context, Action next) {
      super(null, "choice", context.coreComponents().statsEngine(), next);
      this.condition = condition;
      this.chosen = chosen;
    }

    @Override
    public void execute(io.gatling.core.session.Session session) {
      (condition.test(new Session(session)) ? chosen : next()).$bang(session);
    }
  }

  private static final class Leaving extends SessionHook {
    // A list for each event loop, which alone touches it.
    private final Map<EventLoop, List<io.gatling.core.session.Session>> leaving =
        new ConcurrentHashMap<>();

    Leaving(ScenarioContext context, Action next) {
      super(null, "leaving", context.coreComponents().statsEngine(), next);
    }

    @Override
    public void execute(io.gatling.core.session.Session session) {
      EventLoop loop = session.eventLoop();
      List<io.gatling.core.session.Session> group =
          leaving.computeIfAbsent(loop, first -> new ArrayList<>());
      if (group.isEmpty()) {
        loop.schedule(() -> leave(group), LEAVING_MILLIS, TimeUnit.MILLISECONDS);
      }
      group.add(session);
    }

    private void leave(List<io.gatling.core.session.Session> group) {
      List<io.gatling.core.session.Session> all = List.copyOf(group);
      group.clear();
      all.forEach(session -> next().$bang(session));
    }
  }
}
