package dev.scalelab.benchmark.ecperf.domain;

import java.util.Set;

/**
 * The servers of which this one is a member.
 *
 * @param domains the domains whose work they do; servers elsewhere do that of the others
 */
public record Partition(Set<Domain> domains) {

  public Partition {
    domains = Set.copyOf(domains);
  }

  /** Whether they do the work of a domain. */
  public boolean has(Domain domain) {
    return domains.contains(domain);
  }
}
