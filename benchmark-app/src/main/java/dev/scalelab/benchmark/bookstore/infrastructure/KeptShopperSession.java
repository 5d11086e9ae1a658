package dev.scalelab.benchmark.bookstore.infrastructure;

import dev.scalelab.benchmark.bookstore.application.ShopperBean;
import dev.scalelab.benchmark.bookstore.domain.SessionLostException;
import dev.scalelab.benchmark.bookstore.domain.Shopper;
import dev.scalelab.benchmark.bookstore.domain.ShopperSession;
import dev.scalelab.benchmark.bookstore.domain.StateOfSessions;
import jakarta.ejb.NoSuchEJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A session whose shopper is kept where the setting BOOKSTORE_STATE says: in the web session, in a
 * bean, or in both.
 *
 * <p>With one copy of each, session and bean may be on different servers. A session whose bean died
 * with its server is of no use any more: it ends, so that the client's next request begins another.
 */
@RequestScoped
public class KeptShopperSession implements ShopperSession {

  private static final String ATTRIBUTE = "shopper";

  @Inject private StateOfSessions state;

  @Inject private HttpServletRequest request;

  @Inject private ShopperBean bean;

  @Inject private SessionLocks locks;

  @Override
  public Shopper shopper() {
    if (request.getSession(false) == null) {
      return new Shopper();
    }
    return state.inWebSession() ? inWebSession() : inBean(bean::shopper);
  }

  @Override
  public Shopper change(Consumer<Shopper> change) {
    HttpSession session = request.getSession();
    synchronized (locks.of(session.getId())) {
      Shopper changed;
      if (state.inBean()) {
        changed = inBean(() -> bean.change(change));
      } else {
        changed = inWebSession();
        change.accept(changed);
      }
      if (state.inWebSession()) {
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

  @Override
  public void end() {
    HttpSession session = request.getSession(false);
    if (session != null) {
      session.invalidate();
    }
  }
}
