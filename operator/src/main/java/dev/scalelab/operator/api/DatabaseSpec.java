package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;

/**
 * A CloudNativePG database that every server of a trial shares, its replicas, and its domains.
 *
 * <p>It is an item of a list, so its defaults are here and not in the schema: the API server would
 * store them, and a GitOps tool, which compares lists item by item, would never find the
 * manifest's.
 */
@RecordBuilder
@ValidationRule(
    value =
        "!has(self.reads) || self.reads == 'Primary' || has(self.instances) && self.instances > 1",
    fieldPath = ".reads",
    message =
        "reads must be Primary unless instances is at least 2: reads: Replicas needs a replica to read from")
@ValidationRule(
    value = DatabaseRules.UNCHECKED_OF_SOME,
    fieldPath = ".connections",
    message = DatabaseRules.UNCHECKED_OF_SOME_MESSAGE)
@ValidationRule(
    value = DatabaseRules.READ_WHERE_WRITTEN,
    fieldPath = ".reads",
    message = DatabaseRules.READ_WHERE_WRITTEN_MESSAGE)
public record DatabaseSpec(
    @Required
        @JsonPropertyDescription(
            "Name of the database, in messages and, where there are several, in the name of its Cluster:"
                + " <experiment>-<layout>-db-<name>.")
        @Pattern("^[a-z]([-a-z0-9]*[a-z0-9])?$")
        @Size(min = 1, max = 15)
        String name,
    @JsonPropertyDescription(
            "With OrderEntry and ECperf: the domains whose tables are in the database. Default where there is one database:"
                + " all.")
        @Size(min = 1, max = 4)
        List<Domain> domains,
    @JsonPropertyDescription(
            "Number of PostgreSQL instances: 1 primary, the others its streaming replicas. Each requests cpu, memory and"
                + " storage. Default 1.")
        @Min(1)
        @Max(5)
        Integer instances,
    @JsonPropertyDescription(
            "Where transactions that only read go: Primary, or with OrderEntry, ECperf and Bookstore Replicas, whose answers"
                + " may be older by their lag. Default Primary.")
        DatabaseReads reads,
    @JsonPropertyDescription(
            "With OrderEntry and Bookstore: whether each server has a private database with these settings, instead of sharing one,"
                + " to see what sharing costs. Each client's data are then at its server. Default false.")
        Boolean perServer,
    @JsonPropertyDescription(
            "PostgreSQL operand image of CloudNativePG. Default: the chart's (PostgreSQL 17).")
        @Size(max = 512)
        String image,
    @JsonPropertyDescription("CPU limit and request, in cores. Default 1.")
        @ValidationRule(value = QuantityRules.CPU, message = "cpu " + QuantityRules.CPU_MESSAGE)
        Quantity cpu,
    @JsonPropertyDescription("Memory limit and request, in bytes. Default 512Mi.")
        @ValidationRule(
            value = QuantityRules.SIZE,
            message = "memory " + QuantityRules.SIZE_MESSAGE)
        Quantity memory,
    @JsonPropertyDescription("The volume.") Storage storage,
    @JsonPropertyDescription(
            "PostgreSQL's max_connections. Default: what the connection pools of the largest configuration need, and at least"
                + " 100.")
        @Min(10)
        @Max(10000)
        Integer maxConnections,
    @JsonPropertyDescription(
            "Checked: maxConnections must be enough for all connection pools. Unchecked: it need not be; then connections are refused"
                + " under load, which is a part of the result. Not with domains in several databases. Default Checked.")
        ConnectionCheck connections,
    @JsonPropertyDescription(
            "More settings of PostgreSQL (postgresql.conf), by name: {work_mem: 8MB}. Default: none.")
        @Size(max = 32)
        @ValidationRule(
            value = "self.all(name, name.matches('^[a-z_][a-z0-9_.]{0,62}$'))",
            message = "parameters must have names of PostgreSQL, in lower case, as work_mem")
        @ValidationRule(
            value = "!('max_connections' in self)",
            message =
                "parameters must not have max_connections, which is a field: use maxConnections")
        @ValidationRule(
            value = DatabaseParameters.NONE_FIXED,
            messageExpression = DatabaseParameters.FIXED_MESSAGE,
            message =
                "parameters must not have one that CloudNativePG sets itself or does not allow (its"
                    + " FixedConfigurationParameters), such as port, ssl or shared_preload_libraries")
        @ValidationRule(
            value = "!('wal_level' in self) || self['wal_level'] in ['replica', 'logical']",
            message =
                "wal_level must be replica or logical: CloudNativePG's archive_mode is on, which minimal does not allow")
        @ValidationRule(
            value = DatabaseParameters.RESERVED_NUMBERS,
            message =
                "superuser_reserved_connections must be a whole number from 3 to 9999, which CloudNativePG itself needs, and"
                    + " reserved_connections one from 0 to 9999")
        Map<String, @Pattern("^[^\\n\\r]*$") @Size(max = 1024) String> parameters,
    @JsonPropertyDescription("Where and how the database's pod runs.") PodSettings pod)
    implements OmitsNulls, DatabaseSpecBuilder.With {

  public DatabaseSpec {
    instances = instances == null ? 1 : instances;
    reads = reads == null ? DatabaseReads.PRIMARY : reads;
    cpu = cpu == null ? new Quantity("1") : cpu;
    memory = memory == null ? new Quantity("512Mi") : memory;
    storage = storage == null ? new Storage(null, null) : storage;
  }

  /**
   * Whether connections may be refused; the default is absent, so that stored specs stay as they
   * are.
   */
  public boolean refusesConnections() {
    return connections == ConnectionCheck.UNCHECKED;
  }

  /** Whether each server has a private one; the default is absent, as that of connections. */
  public boolean onePerServer() {
    return Boolean.TRUE.equals(perServer);
  }

  /** Number of its replicas. */
  public int replicas() {
    return instances - 1;
  }

  /**
   * Whether it may lose what it has acknowledged when its primary fails: its replicas follow
   * asynchronously, and without synchronous commits it answers before it has written.
   */
  public boolean mayLose() {
    return replicas() > 0 || DatabaseParameters.commitsLater(parameters);
  }

  /** Whether transactions that only read go to its replicas. */
  public boolean readsReplicas() {
    return reads == DatabaseReads.REPLICAS;
  }

  /** The volume of a database. */
  public record Storage(
      @JsonPropertyDescription("Size of the volume, in bytes. Default 1Gi.")
          @ValidationRule(
              value = QuantityRules.SIZE,
              message = "size " + QuantityRules.SIZE_MESSAGE)
          Quantity size,
      @JsonPropertyDescription("Storage class of the volume. Default: the cluster's default class.")
          @Size(max = 253)
          String className)
      implements OmitsNulls {

    public Storage {
      size = size == null ? new Quantity("1Gi") : size;
    }
  }
}
