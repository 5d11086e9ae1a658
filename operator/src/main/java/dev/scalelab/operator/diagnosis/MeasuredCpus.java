package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.PartitionUse;
import dev.scalelab.operator.api.ReplicaEvidence;
import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.platform.Tier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads how much CPU each tier, database and partition used in a step. */
final class MeasuredCpus {
  private final Evidence evidence;
  private final List<TierUse> tiers;
  private final int databases;
  private final List<Cpu> cpus;

  MeasuredCpus(Evidence evidence, int databases) {
    this.evidence = evidence;
    this.tiers = evidence.tiers() == null ? List.of() : evidence.tiers();
    this.databases = databases;
    this.cpus = new ArrayList<>(databases + tiers.size());
  }

  /** All of them, those of the databases first. */
  List<Cpu> all() {
    for (TierUse tier : tiers) {
      read(tier);
    }
    return cpus;
  }

  /** Of its primary, or of a replica that is fuller: transactions that only read wait for that. */
  void database(Place place, DatabaseEvidence database) {
    Cpu fullest = of(place, database.cpuCores(), database.cpuLimitCores());
    if (fullest == null) {
      return;
    }
    if (database.replicas() != null) {
      for (ReplicaEvidence replica : database.replicas()) {
        fullest = fuller(fullest, of(place, replica.cpuCores(), replica.cpuLimitCores()));
      }
    }
    cpus.add(fullest);
  }

  private static Cpu fuller(Cpu one, Cpu other) {
    return other != null && other.utilization() > one.utilization() ? other : one;
  }

  /** Null if it is unknown, or not limited. */
  private Cpu of(Place place, Double cores, Double limitCores) {
    return cores == null || limitCores == null
        ? null
        : new Cpu(place, cores, limitCores, databases <= 1 ? throttled(Tier.DATABASE) : null, null);
  }

  private void read(TierUse tier) {
    Resource resource = Resource.cpuOf(tier.tier()).orElse(null);
    if (resource != null
        && resource != Resource.DATABASE_CPU // of each database by itself
        && tier.cpuCores() != null
        && tier.cpuLimitCores() != null) {
      cpus.add(
          new Cpu(
              Place.of(resource),
              tier.cpuCores(),
              tier.cpuLimitCores(),
              tier.throttledPercent(),
              tier.busiestPercent()));
    }
  }

  /** Empty unless the CPU of each is known: one that is not may be the fullest. */
  Map<String, Cpu> partitions() {
    if (evidence.partitions() == null) {
      return Map.of();
    }
    Double throttled = throttled(Tier.APPLICATION);
    Map<String, Cpu> ofEach = new LinkedHashMap<>();
    for (PartitionUse partition : evidence.partitions()) {
      if (partition.cpuCores() == null || partition.cpuLimitCores() == null) {
        return Map.of();
      }
      ofEach.put(
          partition.name(),
          new Cpu(
              Place.of(Resource.APPLICATION_CPU),
              partition.cpuCores(),
              partition.cpuLimitCores(),
              throttled,
              null));
    }
    return ofEach;
  }

  /** Throttling is known of whole tiers only; null if unknown. */
  private Double throttled(Tier of) {
    for (TierUse tier : tiers) {
      if (tier.tier().equals(of.label())) {
        return tier.throttledPercent();
      }
    }
    return null;
  }
}
