package dev.scalelab.benchmark.bookstore.application;

import dev.scalelab.benchmark.bookstore.domain.SessionLostException;
import dev.scalelab.benchmark.bookstore.domain.Shopper;
import jakarta.ejb.NoSuchEJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The shopper of the request's session, stored as configured by BOOKSTORE_STATE. Reading it does
 * not start a session; changing it does.
 *
 * <p>With a single copy of each, session and bean may be on different servers. A session whose bean
 * was lost with its server cannot be used any more: it is ended, so that the client's next request
 * starts another.
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
   * The shopper, read-only; a new one if there is no session yet.
   *
   * @throws SessionLostException if the state is lost; the session was ended
   */
  public Shopper shopper() {
    if (!session.hasBegun()) {
      return new Shopper();
    }
    return state.inWebSession() ? session.shopper() : inBean(bean::shopper);
  }

  /**
   * Changes the shopper, and returns the result.
   *
   * @throws SessionLostException if the state is lost; the session was ended
   */
  public Shopper change(Consumer<Shopper> change) {
    if (!state.inBean()) {
      return session.change(change);
    }
    Shopper changed = inBean(() -> bean.change(change));
    if (state.inWebSession()) {
      // Another request of the session may have changed the bean in the meantime, and written the
      // web session first.
      session.change(kept -> kept.becomeUnlessOlder(changed));
    }
    return changed;
  }

  /** Ends the session and removes its shopper. */
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
