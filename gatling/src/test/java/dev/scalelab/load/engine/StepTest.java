package dev.scalelab.load.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.gatling.core.CoreComponents;
import io.gatling.core.action.Action;
import io.gatling.core.action.SessionHook;
import io.gatling.core.session.Session;
import io.gatling.core.session.Session$;
import io.gatling.core.structure.ScenarioContext;
import io.gatling.javaapi.core.ActionBuilder;
import io.gatling.javaapi.core.CoreDsl;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import scala.runtime.BoxedUnit;

class StepTest {
  private final EventLoop loop = new DefaultEventLoop();
  private final List<Session> arrived = new CopyOnWriteArrayList<>();
  private final Action end = new End(arrived);

  @AfterEach
  void close() {
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }

  @Test
  void changesTheSession() throws Exception {
    send(1, Step.exec(session -> session.set("seen", true)));
    assertThat(arrived).singleElement().matches(session -> session.contains("seen"));
  }

  @Test
  void aFunctionThatThrowsFailsTheSessionWhichGoesOn() throws Exception {
    send(
        1,
        Step.exec(
            session -> {
              throw new IllegalStateException("planted");
            }));
    assertThat(arrived).singleElement().matches(Session::isFailed);
  }

  @Test
  void aChainIsDoneOnlyByWhomItIsFor() throws Exception {
    send(
        2,
        Step.doIf(
            session -> session.userId() == 1,
            CoreDsl.exec(Step.exec(session -> session.set("seen", true)))));
    assertThat(arrived)
        .extracting(session -> session.contains("seen"))
        .containsExactly(true, false);
  }

  @Test
  void aConditionThatThrowsFailsTheSessionWhichGoesOnWithoutTheChain() throws Exception {
    send(
        1,
        Step.doIf(
            session -> {
              throw new IllegalStateException("planted");
            },
            CoreDsl.exec(Step.exec(session -> session.set("seen", true)))));
    assertThat(arrived)
        .singleElement()
        .matches(session -> session.isFailed() && !session.contains("seen"));
  }

  @Test
  void usersLeaveInGroupsAndInOrder() throws Exception {
    Action group = built(Step.leaveInGroups());
    for (int round = 0; round < 2; round++) {
      arrived.clear();
      int atOnce =
          loop.submit(
                  () -> {
                    for (long user = 1; user <= 3; user++) {
                      group.$bang(session(user));
                    }
                    return arrived.size();
                  })
              .get();
      assertThat(atOnce).as("users who left immediately").isZero();
      // Scheduled at the same time, but after them.
      loop.schedule(() -> {}, 60, TimeUnit.MILLISECONDS).get();
      assertThat(arrived).extracting(Session::userId).containsExactly(1L, 2L, 3L);
    }
  }

  private void send(int users, ActionBuilder step) throws Exception {
    Action first = built(step);
    for (long user = 1; user <= users; user++) {
      Session session = session(user);
      loop.submit(() -> first.$bang(session)).get();
    }
  }

  private Action built(ActionBuilder step) {
    CoreComponents none = new CoreComponents(null, null, null, null, null, null, null, null);
    return step.asScala().build(new ScenarioContext(none, null, null, false), end);
  }

  private Session session(long user) {
    return Session$.MODULE$.apply("scenario", user, session -> BoxedUnit.UNIT, loop);
  }

  private static final class End extends SessionHook {
    private final List<Session> arrived;

    End(List<Session> arrived) {
      super(null, "end", null, null);
      this.arrived = arrived;
    }

    @Override
    public void execute(Session session) {
      arrived.add(session);
    }
  }
}
