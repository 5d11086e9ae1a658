package dev.scalelab.operator.platform;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.time.Duration;
import java.util.List;

/**
 * A watch of objects that begins again whenever it has ended: it starts and goes on without its
 * kind, its namespace or the right to watch, which may be there later.
 */
public final class ObjectWatch<T extends HasMetadata> {
  private static final Duration OUT_OF_DATE = Duration.ofMinutes(1);

  private final SharedIndexInformer<T> informer;
  private final Timing timing;
  private volatile boolean followed;
  private volatile long watchingNanos;

  private ObjectWatch(SharedIndexInformer<T> informer, Timing timing) {
    this.informer = informer;
    this.timing = timing;
    this.watchingNanos = timing.nanoTime() - OUT_OF_DATE.toNanos();
  }

  /** What is done about changes. They are reported one after the other, by the watch's thread. */
  public interface Listener<T> {
    /**
     * An object was created or changed, or the watch began again and may have missed a change.
     *
     * @param before what was kept of it before; null for a new one
     */
    void seen(T before, T now);

    /** An object was deleted; possibly only its name is known. */
    void gone(T last);

    /** The API server refuses to list or watch them. */
    default void refused(KubernetesClientException refusal) {}
  }

  /**
   * Begins to watch.
   *
   * @param selection the objects
   * @param page how many of them are in memory at a time while they are listed
   * @param store decides how much of each object is kept
   */
  public static <T extends HasMetadata> ObjectWatch<T> start(
      FilterWatchListDeletable<T, ?, ?> selection,
      long page,
      ItemStore<T> store,
      Listener<T> listener,
      Timing timing) {
    SharedIndexInformer<T> informer =
        selection.withLimit(page).runnableInformer(0).removeNamespaceIndex().itemStore(store);
    informer.addEventHandler(
        new ResourceEventHandler<T>() {
          @Override
          public void onAdd(T added) {
            listener.seen(null, added);
          }

          @Override
          public void onUpdate(T before, T after) {
            listener.seen(before, after);
          }

          @Override
          public void onDelete(T deleted, boolean finalStateUnknown) {
            listener.gone(deleted);
          }
        });
    informer.exceptionHandler(
        (started, e) -> {
          Causes.find(e, KubernetesClientException.class).ifPresent(listener::refused);
          return true;
        });
    // Asynchronous: the operator starts whether or not they can be listed yet.
    informer.start();
    return new ObjectWatch<>(informer, timing);
  }

  /** Whether all objects have been seen once. */
  public boolean hasSynced() {
    return informer.hasSynced();
  }

  /**
   * Whether what it has seen can be relied on. A watch begins again now and then; one that has
   * failed for a minute may be out of date.
   */
  public boolean follows() {
    if (!informer.isRunning() || !informer.hasSynced()) {
      return false;
    }
    if (informer.isWatching()) {
      watchingNanos = timing.nanoTime();
      followed = true;
    }
    return timing.nanoTime() - watchingNanos < OUT_OF_DATE.toNanos();
  }

  /** Whether it could be relied on at some time until now. */
  public boolean hasFollowed() {
    return follows() || followed;
  }

  /** What is kept of the object with this key; null if it has not been seen, or was deleted. */
  public T get(String key) {
    return informer.getStore().getByKey(key);
  }

  /** What is kept of every object. */
  public List<T> list() {
    return informer.getStore().list();
  }

  /** Ends the watch. */
  public void stop() {
    informer.stop();
  }
}
