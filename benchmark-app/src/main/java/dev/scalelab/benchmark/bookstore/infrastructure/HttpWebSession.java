package dev.scalelab.benchmark.bookstore.infrastructure;

import dev.scalelab.benchmark.bookstore.application.WebSession;
import dev.scalelab.benchmark.bookstore.domain.Shopper;
import dev.scalelab.benchmark.settings.ServerSettings;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.util.function.Consumer;

/** The servlet container's session, with the shopper as an attribute. */
@RequestScoped
public class HttpWebSession implements WebSession {

  private static final String ATTRIBUTE = "shopper";

  @Inject private HttpServletRequest request;
  @Inject private SessionLocks locks;

  @Override
  public boolean hasBegun() {
    return request.getSession(false) != null;
  }

  @Override
  public Shopper shopper() {
    return shopper(request.getSession());
  }

  @Override
  public Shopper change(Consumer<Shopper> change) {
    HttpSession session = request.getSession();
    synchronized (locks.of(session.getId())) {
      Shopper changed = shopper(session);
      change.accept(changed);
      changed.changedBy(ServerSettings.podName());
      keep(session, changed);
      return changed;
    }
  }

  @Override
  public void end() {
    HttpSession session = request.getSession(false);
    if (session != null) {
      session.invalidate();
    }
  }

  private static Shopper shopper(HttpSession session) {
    Shopper kept = (Shopper) session.getAttribute(ATTRIBUTE);
    return kept == null ? new Shopper() : new Shopper(kept);
  }

  private static void keep(HttpSession session, Shopper shopper) {
    // Store a copy: the object in the session must not be the one that the response is built from.
    session.setAttribute(ATTRIBUTE, new Shopper(shopper));
  }
}
