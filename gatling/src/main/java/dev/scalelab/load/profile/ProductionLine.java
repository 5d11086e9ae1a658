package dev.scalelab.load.profile;

/** What a work order goes through on a production line. */
public final class ProductionLine {
  /** The stations, one after the other. */
  public static final int STATIONS = 3;

  /** How long a work order stays at each; a pause, so no part of the transaction's time. */
  public static final ThinkTime AT_A_STATION = new ThinkTime(333, 333);

  private ProductionLine() {}
}
