package dev.scalelab.benchmark.bookstore.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.benchmark.bookstore.domain.SessionLostException;
import dev.scalelab.benchmark.bookstore.domain.Shopper;
import jakarta.ejb.NoSuchEJBException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ShopperSessionTest {

  private final KeptInMemory session = new KeptInMemory();
  private ShopperBean bean = new ShopperBean();

  @ParameterizedTest
  @EnumSource
  void aChangeIsWhereTheSettingSaysAndNowhereElse(StateOfSessions state) {
    assertThat(of(state).change(shopper -> shopper.put(7)).basket()).containsOnlyKeys(7);

    assertThat(bean.shopper().changes()).isEqualTo(state.inBean() ? 1 : 0);
    assertThat(session.shopper().changes()).isEqualTo(state.inWebSession() ? 1 : 0);
  }

  @ParameterizedTest
  @EnumSource
  void lookingBeginsNoSession(StateOfSessions state) {
    assertThat(of(state).shopper().changes()).isZero();

    assertThat(session.hasBegun()).isFalse();
  }

  /** The bean's lock is not the web session's lock: another request can overtake between them. */
  @Test
  void aRequestThatIsOvertakenSetsNothingBack() {
    ShopperBean shared = bean;
    bean =
        new ShopperBean() {
          @Override
          public Shopper change(Consumer<Shopper> change) {
            Shopper changed = shared.change(change);
            new ShopperSession(StateOfSessions.BOTH, session, shared)
                .change(shopper -> shopper.put(8));
            return changed;
          }
        };

    of(StateOfSessions.BOTH).change(shopper -> shopper.put(7));

    assertThat(session.shopper().basket()).containsOnlyKeys(7, 8);
    assertThat(session.shopper().changes()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(names = "WEB", mode = EnumSource.Mode.EXCLUDE)
  void aLostBeanIsReportedAndEndsTheSession(StateOfSessions state) {
    session.change(shopper -> shopper.put(7));
    bean = lost();

    assertThatThrownBy(() -> of(state).change(shopper -> shopper.put(8)))
        .isInstanceOf(SessionLostException.class);
    assertThat(session.hasBegun()).isFalse();
  }

  @Test
  void aLostBeanIsReportedWhenReadingToo() {
    session.change(shopper -> shopper.put(7));
    bean = lost();

    assertThatThrownBy(() -> of(StateOfSessions.BEAN).shopper())
        .isInstanceOf(SessionLostException.class);
    assertThat(session.hasBegun()).isFalse();
  }

  private ShopperSession of(StateOfSessions state) {
    return new ShopperSession(state, session, bean);
  }

  private static ShopperBean lost() {
    return new ShopperBean() {
      @Override
      public Shopper shopper() {
        throw new NoSuchEJBException();
      }

      @Override
      public Shopper change(Consumer<Shopper> change) {
        throw new NoSuchEJBException();
      }
    };
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
