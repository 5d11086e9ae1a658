package dev.scalelab.benchmark.web;

/**
 * The number that a client gives to what it asks to be stored: an audit can then tell which of
 * those that were acknowledged are in the database.
 */
public final class ClientNumber {

  /** The request header: a UUID. Without it the server chooses a random one. */
  public static final String HEADER = "X-ScaleLab-Number";

  private ClientNumber() {}
}
