package dev.scalelab.benchmark.bookstore.application;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Where the state of a session is stored. */
public enum StateOfSessions {
  /** In the web session. */
  WEB,
  /** In a stateful session bean. */
  BEAN,
  /**
   * In both: each change is written to both, as in an application with two layers that each keep
   * their own state.
   */
  BOTH,
  /** In a stateful session bean, to which the client has the reference: there is no web session. */
  COOKIE;

  /**
   * Returns the constant of that name, in lower case.
   *
   * @throws IllegalArgumentException listing the valid names
   */
  public static StateOfSessions of(String name) {
    return Arrays.stream(values())
        .filter(state -> state.label().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "BOOKSTORE_STATE must be one of "
                        + Arrays.stream(values())
                            .map(StateOfSessions::label)
                            .collect(Collectors.joining(", "))
                        + ", not "
                        + name));
  }

  private String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean inWebSession() {
    return this == WEB || this == BOTH;
  }

  boolean inBean() {
    return this != WEB;
  }

  /** Whether the client has the reference to the bean. */
  public boolean isReferred() {
    return this == COOKIE;
  }
}
