package dev.scalelab.benchmark.metrics;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.util.List;
import java.util.Optional;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/** Options in force in the Java virtual machine, from whatever place it got them. */
final class JavaMachine {

  private static final String DIAGNOSTIC = "com.sun.management:type=HotSpotDiagnostic";

  private static final List<String> COLLECTORS =
      List.of("Serial", "Parallel", "G1", "Z", "Shenandoah", "Epsilon");

  /** Parts of the old generation's names. */
  private static final List<String> OLD = List.of("Tenured", "Old Gen");

  /** Origins of values that Java has chosen itself. */
  private static final List<String> OWN = List.of("DEFAULT", "ERGONOMIC");

  private JavaMachine() {}

  /** The maximum size of the heap, survivor spaces included. */
  static double heapBytes() {
    return option("MaxHeapSize")
        .map(Double::parseDouble)
        .orElseGet(() -> (double) Runtime.getRuntime().maxMemory());
  }

  /** Size of the old generation as a multiple of the young one's; 0 if the collector decides. */
  static double newRatio() {
    return isSet("NewRatio") ? option("NewRatio").map(Double::parseDouble).orElse(0.0) : 0;
  }

  /**
   * Bytes of the old generation after a collection of the whole heap, or of the heap with a
   * collector without generations.
   */
  static double collectedBytes() {
    System.gc();
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .filter(pool -> OLD.stream().anyMatch(pool.getName()::contains))
        .mapToDouble(pool -> pool.getUsage().getUsed())
        .findFirst()
        .orElseGet(() -> ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
  }

  /** The garbage collector as in the option's name, for example Serial; else unknown. */
  static String collector() {
    return COLLECTORS.stream()
        .filter(name -> option("Use" + name + "GC").filter("true"::equals).isPresent())
        .findFirst()
        .orElse("unknown");
  }

  /** Empty if this Java virtual machine does not have the option. */
  private static Optional<String> option(String name) {
    return part(name, "value");
  }

  /** Whether somebody has given the option a value. */
  private static boolean isSet(String name) {
    return part(name, "origin").filter(origin -> !OWN.contains(origin)).isPresent();
  }

  private static Optional<String> part(String name, String part) {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    try {
      CompositeData option =
          (CompositeData)
              server.invoke(
                  new ObjectName(DIAGNOSTIC),
                  "getVMOption",
                  new Object[] {name},
                  new String[] {String.class.getName()});
      return Optional.of(String.valueOf(option.get(part)));
    } catch (JMException | RuntimeException e) {
      return Optional.empty();
    }
  }
}
