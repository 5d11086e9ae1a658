package dev.scalelab.load.profile;

import java.util.Map;
import java.util.Set;

/** Assigns a kind of client to each user: exact proportions, shuffled by a seed. */
public final class ClientKinds {
  private final Set<ClientKind> kinds;
  private final Shares<ClientKind> shares;

  /**
   * @param shares of the kinds, each positive, in a constant order
   * @param seed the same seed gives the same sequence
   */
  public ClientKinds(Map<ClientKind, Integer> shares, long seed) {
    this.kinds = shares.keySet();
    this.shares = new Shares<>(shares, seed, Seeds.CLIENT_KINDS);
  }

  /** The kind of the user with that index, from 0. */
  public ClientKind of(int place) {
    return shares.of(place);
  }

  /** Whether some keep their connections. */
  public boolean someKeepAlive() {
    return kinds.stream().anyMatch(ClientKind::keepAlive);
  }

  /** Whether some use a separate connection for each request. */
  public boolean someClose() {
    return !kinds.stream().allMatch(ClientKind::keepAlive);
  }

  /** The maximum think time of all kinds, in milliseconds. */
  public int longestThinkMillis() {
    return kinds.stream().mapToInt(kind -> kind.thinkTime().maxMillis()).max().orElse(0);
  }
}
