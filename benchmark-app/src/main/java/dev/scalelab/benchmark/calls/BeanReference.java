package dev.scalelab.benchmark.calls;

import java.util.Optional;

/** Where the identifier of a client's stateful bean is kept between requests. */
public interface BeanReference {

  /** The identifier; empty if the client has no bean. */
  Optional<String> identifier();

  /** Keeps an identifier for further requests of the client. */
  void keep(String identifier);

  /** The client has no bean any more. */
  void forget();
}
