package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/**
 * One application server pod. Its rule allows for absent fields: the API server checks it on the
 * default {} before it fills in the fields' own defaults.
 */
@RecordBuilder
@ValidationRule(
    value = ServerRules.ONE_COLLECTOR,
    fieldPath = ".collector",
    message = ServerRules.ONE_COLLECTOR_MESSAGE)
@ValidationRule(
    value = ServerRules.GENERATIONS,
    fieldPath = ".newRatio",
    message = ServerRules.GENERATIONS_MESSAGE)
@ValidationRule(
    value = ServerRules.QUEUED,
    fieldPath = ".beanQueue",
    message = ServerRules.QUEUED_MESSAGE)
@ValidationRule(
    value = ServerRules.SMALLEST_POOL,
    fieldPath = ".connectionPoolMinSize",
    message = ServerRules.SMALLEST_POOL_MESSAGE)
@ValidationRule(
    value =
        "!has(self.heap) || !has(self.memory)"
            + " || !isQuantity(string(self.heap)) || !isQuantity(string(self.memory))"
            + " || quantity(string(self.heap)).isLessThan(quantity(string(self.memory)))",
    fieldPath = ".memory",
    message = "memory must be more than heap: the server also needs memory outside its heap")
public record ApplicationSpec(
    @JsonPropertyDescription(
            "Who creates the application servers: StatefulSet is built in; WildFlyServer is wildfly-operator's, which must be"
                + " installed, and which cannot select nodes: it needs pod.nodeSelector {}. Auto is WildFlyServer where that is"
                + " installed and can express every configuration, else StatefulSet; the status says which. Default Auto.")
        @Default("Auto")
        @ValidationRule(
            value = "self != 'Infinispan'",
            message = "provisioner must be Auto, StatefulSet or WildFlyServer")
        Provisioner provisioner,
    @JsonPropertyDescription("Container image. Default: the operator's own benchmark application.")
        @Size(max = 512)
        String image,
    @JsonPropertyDescription(
            "CPU limit and request of each server while it is measured, in cores (300m is 0.3). Default 1.")
        @Default("1")
        @ValidationRule(value = QuantityRules.CPU, message = "cpu " + QuantityRules.CPU_MESSAGE)
        Quantity cpu,
    @JsonPropertyDescription(
            "CPU limit of each server while it starts and warms up, where the cluster can resize pods in place; it is set to"
                + " cpu before anything is measured. A value up to cpu switches this off. Default 2.")
        @Default("2")
        @ValidationRule(
            value = QuantityRules.CPU,
            message = "startupCpu " + QuantityRules.CPU_MESSAGE)
        Quantity startupCpu,
    @JsonPropertyDescription(
            "Memory limit and request of each server, in bytes (1Gi). Default 1Gi.")
        @Default("1Gi")
        @ValidationRule(
            value = QuantityRules.SIZE,
            message = "memory " + QuantityRules.SIZE_MESSAGE)
        Quantity memory,
    @JsonPropertyDescription(
            "Heap of each server (-Xms and -Xmx), in bytes; less than memory. Default 512Mi.")
        @Default("512Mi")
        @ValidationRule(value = QuantityRules.SIZE, message = "heap " + QuantityRules.SIZE_MESSAGE)
        Quantity heap,
    @JsonPropertyDescription(
            "More options for each server's Java virtual machine, one in each item. Each arrives as written: quotes, $ and * are"
                + " characters like any other. A garbage collector (-XX:+UseZGC) replaces ScaleLab's choice. Default: none.")
        @Size(max = 32)
        @ValidationRule(
            value =
                "!self.exists(o, o.startsWith('-Xms') || o.startsWith('-Xmx') || o.matches('^-("
                    + JvmRules.HEAP
                    + ")'))",
            message =
                "jvmOptions must not set the heap (-Xmx, -Xms, -XX:MaxRAMPercentage and the like): use"
                    + " system.application.heap")
        @ValidationRule(
            value = "!self.exists(o, o.matches('^-" + JvmRules.PROCESSORS + "'))",
            message =
                "jvmOptions must not set the number of processors (-XX:ActiveProcessorCount): use system.application.cpu")
        @ValidationRule(
            value = "!self.exists(o, o.matches('^-(" + JvmRules.FILES + ")'))",
            message = JvmRules.FILES_MESSAGE)
        @ValidationRule(
            value = "!self.exists(o, o.matches('^-" + JvmRules.PROPERTIES + "'))",
            message = JvmRules.PROPERTIES_MESSAGE)
        @ValidationRule(
            value =
                "self.filter(o, o.matches('^-XX:[+]Use(Serial|Parallel|G1|Z|Shenandoah|Epsilon)GC$')).size() <= 1",
            message = "jvmOptions must not name two garbage collectors")
        List<@Pattern("^-[^\\s]+$") @Size(max = 256) String> jvmOptions,
    @JsonPropertyDescription(
            "Maximum number of JDBC connections of each server, of each database; one more checks whether the database answers."
                + " Default 20.")
        @Min(1)
        @Max(1000)
        @Default("20")
        Integer connectionPoolSize,
    @JsonPropertyDescription(
            "Number of these connections that each server opens at its start and keeps. Default: 5, or connectionPoolSize if that is"
                + " less.")
        @Min(0)
        @Max(1000)
        Integer connectionPoolMinSize,
    @JsonPropertyDescription(
            "Threads of each server that process requests. Default: 16 for each whole core of cpu.")
        @Min(1)
        @Max(1000)
        Integer webThreads,
    @JsonPropertyDescription(
            "Requests that may wait in each server for a web thread; further ones are answered with 503. A server never gets more than"
                + " balancer.maxRequestsPerServer at the same time. Default: 1000.")
        @Min(1)
        @Max(100000)
        Integer webQueue,
    @JsonPropertyDescription(
            "Instances of each stateless bean in each server: a call that finds none free waits up to 5 s for one. Not for Cart, which has"
                + " no such beans. Default: no limit, each call has its own instance.")
        @Min(1)
        @Max(10000)
        Integer beanPoolSize,
    @JsonPropertyDescription(
            "With Cells: threads of each server that only call beans, while the thread of each request waits for one of them; with"
                + " tiers on servers of their own, in those with the beans. Default: none, the thread of a request calls its beans.")
        @Min(1)
        @Max(1000)
        Integer beanThreads,
    @JsonPropertyDescription(
            "With beanThreads: calls that may wait in each server for one of these; further ones are answered with 503. Default: 1000.")
        @Min(1)
        @Max(100000)
        Integer beanQueue,
    @JsonPropertyDescription(
            "Garbage collector of each server. Default: Serial with cpu up to one core, otherwise G1; one named in jvmOptions replaces it.")
        Collector collector,
    @JsonPropertyDescription(
            "Size of the heap's old generation as a multiple of the young one's (-XX:NewRatio). Not with the collectors Z and Shenandoah."
                + " Default: the collector's own.")
        @Min(1)
        @Max(20)
        Integer newRatio,
    @JsonPropertyDescription(
            "With Portal: message-driven beans of each server that take orders from its queue at the same time; the same"
                + " number of others apply the changes of orders. Default 4.")
        @Min(1)
        @Max(99)
        @Default("4")
        Integer listeners,
    @JsonPropertyDescription(
            "With OrderEntry and ECperf: whether a domain calls the beans of another one in the same server by value, with copies of"
                + " arguments and results, and not by reference. Calls between partitions are always by value. With"
                + " Bookstore or Cart, and state.bean.handle Cookie: whether its bean is called so by the same server. Default false.")
        Boolean callsByValue,
    @JsonPropertyDescription(
            "Whether each server has the page /page/, from which single transactions can be run by hand. What is sent from it"
                + " is counted with the load. Default false.")
        @Default("false")
        Boolean page,
    @JsonPropertyDescription(
            "Log level of each server; \"OFF\" is no output at all after its start, in quotes, since YAML takes it for false. Default WARN.")
        @Default("WARN")
        LogLevel logLevel,
    @JsonPropertyDescription(
            "Whether each server writes a line for each request into a file of its pod. Default: false.")
        Boolean accessLog,
    @JsonPropertyDescription(
            "More environment variables of each server. None may set what has a field, such as options for Java (jvmOptions); with"
                + " Custom such options are allowed where they agree with heap and cpu. Default: none.")
        @Size(max = 64)
        @ValidationRule(
            value = "self.all(one, self.exists_one(other, other.name == one.name))",
            message = "env must have each variable once")
        @ValidationRule(value = JvmRules.SET, message = JvmRules.SET_MESSAGE)
        List<EnvironmentVariable> env,
    @JsonPropertyDescription(
            "Folders that each server may write to, in addition to /tmp: the root file system is read-only. Each is a new empty"
                + " folder, which hides what the image has there, and has the life of its pod. Default: none.")
        @Size(max = FolderRules.MAX_FOLDERS)
        @ValidationRule(value = FolderRules.APART, message = FolderRules.APART_MESSAGE)
        @ValidationRule(value = FolderRules.FREE, message = FolderRules.FREE_MESSAGE)
        List<@Pattern(FolderRules.PATH) @Size(max = FolderRules.LONGEST) String> writableFolders,
    @JsonPropertyDescription("Where and how the servers' pods run.") PodSettings pod)
    implements OmitsNulls, ApplicationSpecBuilder.With {
  /** A rule of the experiment: only these call beans with a remote view. */
  static final String CALLED_BY_VALUE =
      "!has(self.system.application.callsByValue) || !self.system.application.callsByValue || self.workload.type in"
          + " ['OrderEntry', 'ECperf'] || self.workload.type in ['Bookstore', 'Cart'] &&"
          + " has(self.system.state.bean.handle) && self.system.state.bean.handle == 'Cookie' &&"
          + " (!has(self.system.tiers) || !has(self.system.tiers.layout) || self.system.tiers.layout != 'Split')";

  static final String CALLED_BY_VALUE_MESSAGE =
      "callsByValue must be false unless the workload is OrderEntry or ECperf, or Bookstore or Cart with state.bean.handle Cookie"
          + " and both tiers together: no others call beans of the same server by a remote view";

  /** WildFly's default. */
  private static final int WEB_THREADS_OF_A_CORE = 16;

  private static final BigDecimal MEBIBYTE = BigDecimal.valueOf(1L << 20);

  public ApplicationSpec {
    // Absent rather than false: so the hash of its results is that of before there was a choice.
    callsByValue = Boolean.TRUE.equals(callsByValue) ? true : null;
  }

  /** The heap in whole mebibytes, rounded down, as its servers get it. */
  public long heapMebibytes() {
    return heap.getNumericalAmount().divide(MEBIBYTE, RoundingMode.DOWN).longValue();
  }

  /** The CPU in whole cores, rounded up, as its servers get it. */
  public int wholeCores() {
    return cpu.getNumericalAmount().setScale(0, RoundingMode.CEILING).intValue();
  }

  /** Web threads of each of ScaleLab's own servers, as given or by default. */
  public int threads() {
    return webThreads == null ? WEB_THREADS_OF_A_CORE * wholeCores() : webThreads;
  }
}
