package dev.scalelab.benchmark.bookstore.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.benchmark.bookstore.domain.SessionLostException;
import dev.scalelab.benchmark.bookstore.domain.Shopper;
import dev.scalelab.benchmark.state.ShownState;
import jakarta.ejb.NoSuchEJBException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShopperSessionTest {

  private final KeptInMemory session = new KeptInMemory();
  private final ShownState shown = new ShownState();
  private BeanInMemory bean = new BeanInMemory();

  @ParameterizedTest
  @EnumSource
  void aChangeIsWhereTheSettingSaysAndNowhereElse(StateOfSessions state) {
    assertThat(of(state).change(Change.lookAt(7)).lookedAt()).containsExactly(7);

    assertThat(bean.hasBegun()).isEqualTo(state.inBean());
    assertThat(session.shopper().changes()).isEqualTo(state.inWebSession() ? 1 : 0);
  }

  @ParameterizedTest
  @EnumSource
  void endingRemovesTheShopperWhereverItIs(StateOfSessions state) {
    ShopperSession ended = of(state);
    ended.change(Change.lookAt(7));

    ended.end();

    assertThat(bean.hasBegun()).isFalse();
    assertThat(session.hasBegun()).isFalse();
    assertThat(ended.shopper().lookedAt()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void lookingBeginsNoSession(StateOfSessions state) {
    assertThat(of(state).shopper().changes()).isZero();

    assertThat(session.hasBegun()).isFalse();
    assertThat(shown.text()).hasValue("none");
  }

  @ParameterizedTest
  @EnumSource
  void theResponseShowsTheStateThatTheSessionHas(StateOfSessions state) {
    Shopper changed = of(state).change(Change.lookAt(7));

    assertThat(shown.text())
        .hasValueSatisfying(text -> assertThat(text).isEqualTo(changed.version() + ""))
        .hasValueSatisfying(text -> assertThat(text).contains(" 1 "));
  }

  /** A web session whose server was lost, while the bean is on another. */
  @Test
  void ofTwoPartsTheOlderIsShown() {
    of(StateOfSessions.BOTH).change(Change.lookAt(7));
    session.end();

    of(StateOfSessions.BOTH).change(Change.lookAt(8));
    of(StateOfSessions.BOTH).change(Change.lookAt(9));
    assertThat(shown.text().orElseThrow()).as("both have it again").contains(" 3 ");
    session.end();
    of(StateOfSessions.BOTH).change(Change.lookAt(10));

    assertThat(shown.text().orElseThrow()).contains(" 1 ");
  }

  @ParameterizedTest
  @EnumSource
  void theStateCanBeShownAloneWhereverItIs(StateOfSessions state) {
    of(state).show();
    assertThat(shown.text()).hasValue("none");
    Shopper changed = of(state).change(Change.lookAt(7));
    of(state).show();

    assertThat(shown.text()).hasValue(changed.version().toString());
  }

  /** A basket alone would be read from the web session. */
  @Test
  void showingTheStateFindsALostBean() {
    of(StateOfSessions.BOTH).change(Change.lookAt(7));
    bean = lost();

    assertThatThrownBy(() -> of(StateOfSessions.BOTH).show())
        .isInstanceOf(SessionLostException.class);
    assertThat(shown.text()).hasValue("none");
  }

  /** The bean's lock is not the web session's lock: another request can overtake between them. */
  @Test
  void aRequestThatIsOvertakenSetsNothingBack() {
    BeanInMemory shared = bean;
    bean =
        new BeanInMemory() {
          @Override
          public Shopper change(Change change) {
            Shopper changed = shared.change(change);
            new ShopperSession(StateOfSessions.BOTH, session, shared, new ShownState())
                .change(Change.lookAt(8));
            return changed;
          }
        };

    of(StateOfSessions.BOTH).change(Change.lookAt(7));

    assertThat(session.shopper().lookedAt()).containsExactly(7, 8);
    assertThat(session.shopper().changes()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(names = {"BEAN", "BOTH"})
  void aLostBeanIsReportedAndEndsTheSession(StateOfSessions state) {
    session.change(Change.lookAt(7));
    bean = lost();

    assertThatThrownBy(() -> of(state).change(Change.lookAt(8)))
        .isInstanceOf(SessionLostException.class);
    assertThat(session.hasBegun()).isFalse();
    assertThat(shown.text()).hasValue("none");
  }

  @Test
  void aLostBeanIsReportedWhenReadingToo() {
    session.change(Change.lookAt(7));
    bean = lost();

    assertThatThrownBy(() -> of(StateOfSessions.BEAN).shopper())
        .isInstanceOf(SessionLostException.class);
    assertThat(session.hasBegun()).isFalse();
  }

  private ShopperSession of(StateOfSessions state) {
    return new ShopperSession(state, session, bean, shown);
  }

  private BeanInMemory lost() {
    return new BeanInMemory() {
      @Override
      public boolean hasBegun() {
        return true;
      }

      @Override
      public Shopper shopper() {
        throw new NoSuchEJBException();
      }

      @Override
      public Shopper change(Change change) {
        throw new NoSuchEJBException();
      }
    };
  }

  /** A bean to which the web session refers, if it is not the client. */
  private class BeanInMemory implements VisitorsShopper {
    private Shopper kept;

    @Override
    public boolean hasBegun() {
      return kept != null;
    }

    @Override
    public Shopper shopper() {
      return new Shopper(kept);
    }

    @Override
    public Shopper change(Change change) {
      kept = kept == null ? new Shopper() : kept;
      change.accept(kept);
      return shopper();
    }

    @Override
    public void end() {
      kept = null;
      session.end();
    }
  }

  private static final class KeptInMemory implements WebSession {
    private Shopper kept;

    @Override
    public boolean hasBegun() {
      return kept != null;
    }

    @Override
    public Shopper shopper() {
      return kept == null ? new Shopper() : new Shopper(kept);
    }

    @Override
    public Shopper change(Consumer<Shopper> change) {
      Shopper changed = shopper();
      change.accept(changed);
      kept = new Shopper(changed);
      return changed;
    }

    @Override
    public void end() {
      kept = null;
    }
  }
}
