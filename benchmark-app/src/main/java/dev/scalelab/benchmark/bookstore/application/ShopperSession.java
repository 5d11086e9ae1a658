package dev.scalelab.benchmark.bookstore.application;

import dev.scalelab.benchmark.bookstore.domain.SessionLostException;
import dev.scalelab.benchmark.bookstore.domain.Shopper;
import jakarta.ejb.NoSuchEJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The shopper of the request's session, kept where the setting says. Looking at it begins no
 * session; changing it does.
 *
 * <p>With one copy of each, session and bean may be on different servers. A session whose bean died
 * with its server is of no use any more: it ends, so that the client's next request begins another.
 */
@RequestScoped
public class ShopperSession {

  private StateOfSessions state;
  private WebSession session;
  private ShopperBean bean;

  /** For the container. */
  public ShopperSession() {}

  @Inject
  ShopperSession(StateOfSessions state, WebSession session, ShopperBean bean) {
    this.state = state;
    this.session = session;
    this.bean = bean;
  }

  /**
   * The shopper, to be looked at; somebody new where there is no session yet.
   *
   * @throws SessionLostException when the state is gone; the session has ended
   */
  public Shopper shopper() {
    if (!session.hasBegun()) {
      return new Shopper();
    }
    return state.inWebSession() ? session.shopper() : inBean(bean::shopper);
  }

  /**
   * Changes the shopper, and returns what became of it.
   *
   * @throws SessionLostException when the state is gone; the session has ended
   */
  public Shopper change(Consumer<Shopper> change) {
    if (!state.inBean()) {
      return session.change(change);
    }
    Shopper changed = inBean(() -> bean.change(change));
    if (state.inWebSession()) {
      // Another request of the session may have changed the bean since, and been here before.
      session.change(kept -> kept.becomeUnlessOlder(changed));
    }
    return changed;
  }

  /** Ends the session, and the shopper with it. */
  public void end() {
    session.end();
  }

  private Shopper inBean(Supplier<Shopper> call) {
    try {
      return call.get();
    } catch (NoSuchEJBException lost) {
      end();
      throw new SessionLostException();
    }
  }
}
