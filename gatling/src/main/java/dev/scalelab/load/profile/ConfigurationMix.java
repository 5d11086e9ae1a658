package dev.scalelab.load.profile;

import java.util.Map;
import java.util.TreeMap;

/** Assigns a configuration of cells to each call: exact proportions, shuffled by a seed. */
public final class ConfigurationMix {
  private final Shares<String> shares;

  /**
   * @param weights of the configurations, each positive
   * @param seed the same seed gives the same sequence
   */
  public ConfigurationMix(Map<String, Integer> weights, long seed) {
    this.shares = new Shares<>(new TreeMap<>(weights), seed, Seeds.CONFIGURATIONS);
  }

  /** The call of the transaction with that index in the sequence, from 0. */
  public CellsCall callOf(long place) {
    return new CellsCall(shares.of(place));
  }
}
