package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.platform.RequestThreads;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client of the API server that counts how many requests were sent one after the other: those
 * that can be sent together count as one. Each is held until nothing else is sent without its
 * answer, as at an API server that is slower than any thread. Pods' logs come from the {@link
 * PlayedEndpoints}.
 */
final class RoundTrips implements AutoCloseable {
  private static final int MILLIS_BETWEEN_LOOKS = 5;

  private static final Pattern LOG = Pattern.compile(".*/pods/([^/]+)/log");

  private final KubernetesClient client;
  private final PlayedEndpoints endpoints;

  /** A lock that is not a monitor: whoever waits for it is not seen as kept out by a request. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition released = lock.newCondition();

  /** Numbers of the threads whose requests are held. */
  private final Set<Long> held = new HashSet<>();

  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final AtomicInteger longest = new AtomicInteger();
  private volatile Thread reconciling;

  RoundTrips(KubernetesClient template, PlayedEndpoints endpoints) {
    this.endpoints = endpoints;
    this.client =
        new KubernetesClientBuilder()
            .withConfig(template.getConfiguration())
            .withKubernetesSerialization(template.getKubernetesSerialization())
            .withHttpClientBuilderConsumer(
                http -> http.addOrReplaceInterceptor("counted", new Counter()))
            .build();
  }

  KubernetesClient client() {
    return client;
  }

  /** From here on other requests are counted: those of a reconciliation by this thread. */
  void reset() {
    reconciling = Thread.currentThread();
    requests.clear();
    longest.set(0);
  }

  /** Number of requests in the longest chain since then. */
  int longest() {
    return longest.get();
  }

  /** All requests since then. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  /** Watches and readers of logs have threads of their own, which send theirs at once. */
  private void hold(HttpRequest request) {
    Thread sender = Thread.currentThread();
    if (sender != reconciling && !RequestThreads.isOne(sender)) {
      return;
    }
    requests.add(request.method() + " " + request.uri().getPath());
    lock.lock();
    try {
      held.add(sender.getId());
      while (held.contains(sender.getId())) {
        if (RequestThreads.areAtRest(reconciling, held)) {
          longest.incrementAndGet();
          held.clear();
          released.signalAll();
        } else {
          released.await(MILLIS_BETWEEN_LOOKS, TimeUnit.MILLISECONDS);
        }
      }
    } catch (InterruptedException e) {
      held.remove(sender.getId());
      sender.interrupt();
    } finally {
      lock.unlock();
    }
  }

  private final class Counter implements Interceptor {
    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
      Matcher log = LOG.matcher(request.uri().getPath());
      if (log.matches()) {
        builder.uri(endpoints.log(log.group(1)));
      }
      hold(request);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
