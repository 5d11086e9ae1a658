package dev.scalelab.operator.measurement;

import java.util.Optional;

/** Whose series a {@link Signal} adds up. */
public enum SignalScope {
  /** The application servers. */
  SERVERS,
  /** The servlets of the application servers. */
  SERVLETS("servlet"),
  /** The stateless beans of the application servers. */
  BEANS("stateless-session-bean"),
  /** The application servers with beans. */
  BEAN_SERVERS,
  /** The application servers' pools of connections to one database. */
  POOLS,
  /** The balancer. */
  BALANCER,
  /** The instances of one database. */
  DATABASE,
  /** The containers of the instances of one database. */
  DATABASE_CONTAINERS,
  /** The application servers' containers. */
  SERVER_CONTAINERS,
  /** The networks of the application servers' pods, which their containers share. */
  SERVER_NETWORK;

  private final String type;

  SignalScope() {
    this(null);
  }

  SignalScope(String type) {
    this.type = type;
  }

  /**
   * The label type of the series that count; empty if all do. A server's listener counts what its
   * servlets count.
   */
  public Optional<String> type() {
    return Optional.ofNullable(type);
  }

  /** Whether each database has a figure of its own. */
  public boolean ofDatabase() {
    return this == POOLS || this == DATABASE || this == DATABASE_CONTAINERS;
  }
}
