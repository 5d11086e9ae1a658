package dev.scalelab.benchmark.bookstore.interfaces;

import dev.scalelab.benchmark.bookstore.application.ShopperBean;
import dev.scalelab.benchmark.bookstore.domain.SessionLostException;
import dev.scalelab.benchmark.bookstore.domain.Shopper;
import jakarta.ejb.NoSuchEJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The shopper of the request's session, kept where the setting BOOKSTORE_STATE says. Looking at it
 * begins no session; changing it does.
 *
 * <p>With one copy of each, session and bean may be on different servers. A session whose bean died
 * with its server is of no use any more: it ends, so that the client's next request begins another.
 */
@RequestScoped
public class ShopperSession {

  // The server's start script has its default and checks it; other workloads start without.
  private static final StateOfSessions STATE =
      StateOfSessions.of(System.getenv().getOrDefault("BOOKSTORE_STATE", "web"));

  private static final String ATTRIBUTE = "shopper";

  @Inject private HttpServletRequest request;

  @Inject private ShopperBean bean;

  @Inject private SessionLocks locks;

  /**
   * The shopper, to be looked at; somebody new where there is no session yet.
   *
   * @throws SessionLostException when the state is gone; the session has ended
   */
  Shopper shopper() {
    if (request.getSession(false) == null) {
      return new Shopper();
    }
    return STATE.inWebSession() ? inWebSession() : inBean(bean::shopper);
  }

  /**
   * Changes the shopper, and returns what became of it.
   *
   * @throws SessionLostException when the state is gone; the session has ended
   */
  Shopper change(Consumer<Shopper> change) {
    HttpSession session = request.getSession();
    synchronized (locks.of(session.getId())) {
      Shopper changed;
      if (STATE.inBean()) {
        changed = inBean(() -> bean.change(change));
      } else {
        changed = inWebSession();
        change.accept(changed);
      }
      if (STATE.inWebSession()) {
        // A copy of its own: what is in the session is not what the answer is made of.
        session.setAttribute(ATTRIBUTE, new Shopper(changed));
      }
      return changed;
    }
  }

  private Shopper inWebSession() {
    Shopper kept = (Shopper) request.getSession().getAttribute(ATTRIBUTE);
    return kept == null ? new Shopper() : new Shopper(kept);
  }

  private Shopper inBean(Supplier<Shopper> call) {
    try {
      return call.get();
    } catch (NoSuchEJBException lost) {
      end();
      throw new SessionLostException();
    }
  }

  /** Ends the session, and the shopper with it. */
  void end() {
    HttpSession session = request.getSession(false);
    if (session != null) {
      session.invalidate();
    }
  }
}
