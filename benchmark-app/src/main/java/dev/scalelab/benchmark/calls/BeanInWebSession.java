package dev.scalelab.benchmark.calls;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.util.Optional;

/** The identifier is in the client's web session, which begins and ends with it. */
@RequestScoped
public class BeanInWebSession implements BeanReference {

  private static final String ATTRIBUTE = "bean";

  @Inject private HttpServletRequest request;

  @Override
  public Optional<String> identifier() {
    return Optional.ofNullable(request.getSession(false))
        .map(session -> (String) session.getAttribute(ATTRIBUTE));
  }

  @Override
  public void keep(String identifier) {
    request.getSession().setAttribute(ATTRIBUTE, identifier);
  }

  @Override
  public void forget() {
    HttpSession session = request.getSession(false);
    if (session != null) {
      session.invalidate();
    }
  }
}
