package dev.scalelab.benchmark.bookstore.application;

import dev.scalelab.benchmark.bookstore.domain.SessionLostException;
import dev.scalelab.benchmark.bookstore.domain.Shopper;
import dev.scalelab.benchmark.state.ShownState;
import dev.scalelab.benchmark.state.StateVersion;
import jakarta.ejb.NoSuchEJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
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
  private VisitorsShopper bean;
  private ShownState shown;

  /** For the container. */
  public ShopperSession() {}

  @Inject
  ShopperSession(
      StateOfSessions state, WebSession session, VisitorsShopper bean, ShownState shown) {
    this.state = state;
    this.session = session;
    this.bean = bean;
    this.shown = shown;
  }

  /**
   * The shopper, read-only; a new one if there is no session yet.
   *
   * @throws SessionLostException if the state is lost; the session was ended
   */
  public Shopper shopper() {
    if (!hasBegun()) {
      shown.isNone();
      return new Shopper();
    }
    Shopper shopper = state.inWebSession() ? session.shopper() : inBean(bean::shopper);
    shown.is(shopper.version());
    return shopper;
  }

  /**
   * Changes the shopper, and returns the result.
   *
   * @throws SessionLostException if the state is lost; the session was ended
   */
  public Shopper change(Change change) {
    Shopper changed = changed(change);
    if (state.inBean() && state.inWebSession()) {
      copyToWebSession(changed);
    } else {
      shown.is(changed.version());
    }
    return changed;
  }

  private Shopper changed(Change change) {
    return state.inBean() ? inBean(() -> bean.change(change)) : session.change(change);
  }

  private boolean hasBegun() {
    return state.inBean() ? bean.hasBegun() : session.hasBegun();
  }

  /**
   * Another request of the session may have changed the bean in the meantime, and written the web
   * session first. The response shows the older of the two.
   */
  private void copyToWebSession(Shopper changed) {
    session.change(
        kept -> {
          shown.is(changed.version().atMost(kept.changes() + 1));
          kept.becomeUnlessOlder(changed);
        });
  }

  /**
   * Only shows the client which state the session has, wherever it is stored.
   *
   * @throws SessionLostException if the state is lost; the session was ended
   */
  public void show() {
    if (!hasBegun()) {
      shown.isNone();
    } else if (!state.inBean()) {
      shown.is(session.shopper().version());
    } else {
      StateVersion version = inBean(bean::shopper).version();
      shown.is(state.inWebSession() ? version.atMost(session.shopper().changes()) : version);
    }
  }

  /** Ends the session and removes its shopper. */
  public void end() {
    if (state.inBean()) {
      bean.end();
    } else {
      session.end();
    }
  }

  private Shopper inBean(Supplier<Shopper> call) {
    try {
      return call.get();
    } catch (NoSuchEJBException lost) {
      shown.isNone();
      end();
      throw new SessionLostException();
    }
  }
}
