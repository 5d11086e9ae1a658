package dev.scalelab.operator.platform;

/**
 * A kind of pods of testbeds. Each component defines its own; here are those that analysis and
 * other components name.
 *
 * @param label as in labels and metrics
 * @param container name of the main container in each of its pods; others may be added to a pod
 */
public record Tier(String label, String container) {
  public static final Tier APPLICATION = new Tier("application", "server");
  public static final Tier BALANCER = new Tier("balancer", "haproxy");
  public static final Tier DATABASE = new Tier("database", "postgres");
  public static final Tier LOAD = new Tier("load", "gatling");
  public static final Tier DATASET = new Tier("dataset", "dataset");
  public static final Tier CACHE = new Tier("cache", "infinispan");
  public static final Tier SUPPLIER = new Tier("supplier", "supplier");
}
