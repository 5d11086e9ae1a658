package dev.scalelab.operator.search;

import dev.scalelab.operator.api.SearchNote;
import java.util.List;

/**
 * What one round of a search found.
 *
 * @param level the capacity as a level of the load; null when even the lowest level failed
 * @param saturated whether a level failed: otherwise the capacity is at least the highest one
 * @param notes what a reader has to know about it
 */
public record SearchOutcome(Double level, boolean saturated, List<SearchNote> notes) {
  public SearchOutcome {
    notes = List.copyOf(notes);
  }
}
