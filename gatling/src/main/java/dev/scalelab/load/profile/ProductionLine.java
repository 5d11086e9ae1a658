package dev.scalelab.load.profile;

/** The stations of a work order on a production line. */
public final class ProductionLine {
  /** Number of stations, one after the other. */
  public static final int STATIONS = 3;

  /** Time of a work order at each station; a pause, so not part of the transaction's time. */
  public static final ThinkTime AT_A_STATION = new ThinkTime(333, 333);

  private ProductionLine() {}
}
