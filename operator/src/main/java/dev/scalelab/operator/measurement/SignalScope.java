package dev.scalelab.operator.measurement;

/** Whose series a {@link Signal} adds up. */
public enum SignalScope {
  /** The application servers. */
  SERVERS,
  /** The servlets of the application servers. */
  SERVLETS,
  /** The stateless beans of the application servers. */
  BEANS,
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

  /** Whether each database has a figure of its own. */
  public boolean ofDatabase() {
    return this == POOLS || this == DATABASE || this == DATABASE_CONTAINERS;
  }
}
