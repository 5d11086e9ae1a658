package dev.scalelab.operator.api;

/** Rules about settings of application servers: none may be without effect. */
final class ServerRules {
  private static final String A = "self.system.application.";

  private static final String DATABASE =
      "self.workload.type in ['OrderEntry', 'ECperf', 'Bookstore', 'Portal']";

  /** Rules of one application server, which allow for absent fields. */
  static final String ONE_COLLECTOR =
      "!has(self.collector) || !has(self.jvmOptions) || !self.jvmOptions.exists(o,"
          + " o.matches('^-XX:[+-]Use(Serial|Parallel|G1|Z|Shenandoah|Epsilon)GC$'))";

  static final String ONE_COLLECTOR_MESSAGE =
      "collector must not be given where jvmOptions name one: one of them would be without effect";

  static final String GENERATIONS =
      "!has(self.newRatio) || (!has(self.collector) || self.collector in ['Serial', 'Parallel', 'G1']) &&"
          + " (!has(self.jvmOptions) || !self.jvmOptions.exists(o, o.matches('^-XX:[+]Use(Z|Shenandoah|Epsilon)GC$') ||"
          + " o.matches('^-(Xmn|XX:(Max)?NewSize=|XX:NewRatio=).*')))";

  static final String GENERATIONS_MESSAGE =
      "newRatio must not be given with a collector that sizes its generations itself (Z, Shenandoah), nor beside -Xmn, NewSize or"
          + " NewRatio in jvmOptions";

  static final String SMALLEST_POOL =
      "!has(self.connectionPoolMinSize) || !has(self.connectionPoolSize) || self.connectionPoolMinSize <= self.connectionPoolSize";

  static final String SMALLEST_POOL_MESSAGE =
      "connectionPoolMinSize must be at most connectionPoolSize";

  static final String QUEUED = "!has(self.beanQueue) || has(self.beanThreads)";

  static final String QUEUED_MESSAGE =
      "beanQueue must not be given without beanThreads: calls wait in it for one of these";

  /** Rules of an experiment. */
  static final String BUNDLED =
      "self.workload.type != 'Custom' || !has("
          + A
          + "webThreads) && !has("
          + A
          + "webQueue) && !has("
          + A
          + "beanPoolSize) && !has("
          + A
          + "collector) && !has("
          + A
          + "newRatio) && !has("
          + A
          + "accessLog) && !has("
          + A
          + "connectionPoolMinSize)";

  static final String BUNDLED_MESSAGE =
      "webThreads, webQueue, beanPoolSize, collector, newRatio, accessLog and connectionPoolMinSize must not be given for"
          + " the workload Custom: they are settings of ScaleLab's own server; use env and jvmOptions";

  static final String POOLED =
      DATABASE
          + " || !has("
          + A
          + "connectionPoolMinSize) && (self.workload.type == 'Custom' || "
          + A
          + "connectionPoolSize == 20)";

  static final String POOLED_MESSAGE =
      "connectionPoolSize and connectionPoolMinSize must be left out for the workloads Cart and Cells: they use no database";

  static final String SERVED =
      "(self.workload.type == 'Portal' || "
          + A
          + "listeners == 4) && (self.workload.type != 'Cart' || !has("
          + A
          + "beanPoolSize))";

  static final String SERVED_MESSAGE =
      "listeners must be left out unless the workload is Portal, since no other has a queue, and beanPoolSize for the workload Cart,"
          + " which calls no stateless bean";

  static final String OF_BEANS =
      "self.workload.type == 'Cells' || !has(" + A + "beanThreads) && !has(" + A + "beanQueue)";

  static final String OF_BEANS_MESSAGE =
      "beanThreads and beanQueue must be left out unless the workload is Cells: the beans of the others are called in the thread of"
          + " the request, or of the message";

  private ServerRules() {}
}
