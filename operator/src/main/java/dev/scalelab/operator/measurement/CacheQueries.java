package dev.scalelab.operator.measurement;

import dev.scalelab.operator.platform.Tier;

/** Selectors of the series that the Infinispan servers of a testbed report. */
record CacheQueries(Subject subject) {

  /** Members of the cluster as each Infinispan server sees it; gauge of the server. */
  String members() {
    return "infinispan_cluster_size" + servers("");
  }

  /** Reads that found an entry, by cache; it only grows, although it is declared as a gauge. */
  String hits() {
    return "infinispan_statistics_hits" + servers("");
  }

  /** Reads that found none, by cache; it only grows, although it is declared as a gauge. */
  String misses() {
    return "infinispan_statistics_misses" + servers("");
  }

  /** Writes, by cache; it only grows, although it is declared as a gauge. */
  String stores() {
    return "infinispan_statistics_stores" + servers("");
  }

  /** Removals of entries, by cache; it only grows, although it is declared as a gauge. */
  String removals() {
    return "infinispan_statistics_remove_hits" + servers("");
  }

  /** Heap in use by part of it, in bytes; gauge of an Infinispan server's JVM. */
  String heapUsed() {
    return "jvm_memory_used_bytes" + servers(",area=\"heap\"");
  }

  /** Maximum size of each part of the heap, in bytes; gauge of an Infinispan server's JVM. */
  String heapMax() {
    return "jvm_memory_max_bytes" + servers(",area=\"heap\"");
  }

  private String servers(String moreMatchers) {
    return subject.selector(
        "trial=\"%s\",tier=\"%s\"%s".formatted(subject.trial(), Tier.CACHE.label(), moreMatchers));
  }
}
