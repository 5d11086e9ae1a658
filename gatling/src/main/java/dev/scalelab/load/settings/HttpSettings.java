package dev.scalelab.load.settings;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How requests are sent.
 *
 * @param targets their targets, without a slash at the end: each user has one
 * @param clientHeader name of the header with the number of the user; empty for none
 */
public record HttpSettings(
    List<URI> targets, String clientHeader, Duration requestTimeout, int idleConnectionSeconds) {

  /**
   * The targets in the order in which the users of a generator get them: each generator begins with
   * another one, so that several generators with few users each do not prefer the first.
   */
  public List<String> targetsFrom(int generator) {
    return IntStream.range(0, targets.size())
        .mapToObj(place -> targets.get((place + generator) % targets.size()).toString())
        .toList();
  }

  /** Whether requests name their user. */
  public boolean namesClients() {
    return !clientHeader.isEmpty();
  }
}
