package dev.scalelab.benchmark.calls;

import jakarta.ejb.NoSuchEJBException;
import java.util.function.Consumer;

/**
 * A stateful bean of this server or of others, to which the visitor's web session or cookie refers.
 * Calls of it throw {@link NoSuchEJBException} if it was lost with its server.
 *
 * @param beans where the beans are
 * @param reference where the bean's identifier is
 * @param view its remote interface
 * @param type its class
 */
public record ReferredBean<T>(
    RemoteBeans beans, BeanReference reference, Class<T> view, Class<? extends T> type) {

  /** Whether the visitor has one. */
  public boolean hasBegun() {
    return reference.identifier().isPresent();
  }

  /** The visitor's bean; there must be one. */
  public T bean() {
    return bean(reference.identifier().orElseThrow());
  }

  /** The visitor's bean, a new one if there is none. */
  public T beanOrNew() {
    return bean(reference.identifier().orElseGet(this::begin));
  }

  /**
   * Removes the bean, if it still exists, and what refers to it.
   *
   * @param ending the call that removes it
   */
  public void end(Consumer<T> ending) {
    try {
      reference.identifier().map(this::bean).ifPresent(ending);
    } catch (NoSuchEJBException gone) {
      // As it should be.
    }
    reference.forget();
  }

  private String begin() {
    String made = beans.create(view, type);
    reference.keep(made);
    return made;
  }

  private T bean(String identifier) {
    return beans.stateful(view, type, identifier);
  }
}
