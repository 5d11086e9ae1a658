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
 * A step of a scenario that is not a request, at a fraction of the cost of Gatling's own.
 *
 * <p>Gatling's {@code exec} and {@code doIf} wrap the result of a function several times, and check
 * before each step whether a block around it must be left: then data recorded by a step would be
 * lost. A function that throws marks the session as failed, and the scenario continues.
 */
public final class Step {
  /** Maximum delay of a user's end; only the end of the run waits for it. */
  private static final int LEAVING_MILLIS = 50;

  private Step() {}

  /** Changes the session. */
  public static ActionBuilder exec(UnaryOperator<Session> change) {
    return () -> (context, next) -> new Change(change, context, next);
  }

  /** Runs the chain if the session meets the condition, otherwise nothing. */
  public static ActionBuilder doIf(Predicate<Session> condition, ChainBuilder chain) {
    return () ->
        (context, next) -> new Choice(condition, chain.wrapped.build(context, next), context, next);
  }

  /**
   * Ends users in groups, each delayed by at most a twentieth of a second: the last step of an open
   * model's scenario. For each user who ends alone, Gatling wakes another thread.
   */
  public static ActionBuilder leaveInGroups() {
    return () -> Leaving::new;
  }

  private static final class Change extends SessionHook {
    private final UnaryOperator<Session> change;

    Change(UnaryOperator<Session> change, ScenarioContext context, Action next) {
      // No function needed: execute is overridden.
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
    // A list per event loop, which is the only thread that uses it.
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
