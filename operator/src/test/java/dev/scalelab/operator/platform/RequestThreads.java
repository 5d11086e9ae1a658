package dev.scalelab.operator.platform;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The threads that send requests at the same time, for a test that holds their requests. */
public final class RequestThreads {
  private static final String NAME = "requests";
  private static final Set<Thread.State> WAITS =
      Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

  private RequestThreads() {}

  /** Whether this thread is one of them. */
  public static boolean isOne(Thread thread) {
    return thread.getName().equals(NAME);
  }

  /**
   * Whether none of them sends another request before a held one is released, however long the
   * machine lets it wait for its turn.
   *
   * @param client the thread that gives them their tasks, and sends requests itself
   * @param held numbers of the threads whose requests are held
   */
  public static boolean areAtRest(Thread client, Set<Long> held) {
    // A thread that was woken for a task seems idle until it runs. After the first look no task is
    // added: each has been taken by then, so that the last look sees its thread at work, or waits
    // for a thread that is held.
    return atRest(client, held)
        && (ConcurrentRequests.POOL.getQueue().isEmpty() || all().noneMatch(RequestThreads::isIdle))
        && atRest(client, held);
  }

  private static boolean atRest(Thread client, Set<Long> held) {
    Map<Long, ThreadInfo> byId =
        all().collect(Collectors.toMap(ThreadInfo::getThreadId, Function.identity()));
    return byId.values().stream()
        .filter(one -> one.getThreadId() == client.getId() || one.getThreadName().equals(NAME))
        .allMatch(one -> isAtRest(one, byId, held));
  }

  private static boolean isAtRest(ThreadInfo thread, Map<Long, ThreadInfo> byId, Set<Long> held) {
    return held.contains(thread.getThreadId())
        || isIdle(thread)
        || awaitsOthers(thread)
        || isKeptOut(thread, byId, held);
  }

  /** By one that sends a request within a monitor: the client reads a kind's definition once. */
  private static boolean isKeptOut(ThreadInfo thread, Map<Long, ThreadInfo> byId, Set<Long> held) {
    ThreadInfo owner = byId.get(thread.getLockOwnerId());
    return thread.getThreadState() == Thread.State.BLOCKED
        && owner != null
        && isAtRest(owner, byId, held);
  }

  private static Stream<ThreadInfo> all() {
    return Arrays.stream(ManagementFactory.getThreadMXBean().dumpAllThreads(false, false));
  }

  private static boolean isIdle(ThreadInfo thread) {
    return thread.getThreadName().equals(NAME)
        && waits(thread, ThreadPoolExecutor.class.getName() + ".getTask");
  }

  /** Its own part of the requests has been answered. */
  private static boolean awaitsOthers(ThreadInfo thread) {
    return waits(thread, ConcurrentRequests.class.getName() + ".answers");
  }

  private static boolean waits(ThreadInfo thread, String within) {
    return WAITS.contains(thread.getThreadState())
        && Arrays.stream(thread.getStackTrace())
            .map(call -> call.getClassName() + "." + call.getMethodName())
            .anyMatch(within::equals);
  }
}
