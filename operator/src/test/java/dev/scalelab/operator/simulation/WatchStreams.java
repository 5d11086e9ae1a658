package dev.scalelab.operator.simulation;

import io.fabric8.kubernetes.client.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The watches of the simulated API server. Each delivers the changes of its kind in their order,
 * but later than they happen, and later or earlier than others do.
 */
final class WatchStreams {
  private final ObjectMap objects;
  private final VirtualTime time;
  private final Supplier<Duration> latency;
  private final List<Stream> open = new ArrayList<>();

  /** Changes up to this version are no longer known. */
  private long forgotten;

  /**
   * @param latency how late the next delivery is
   */
  WatchStreams(ObjectMap objects, VirtualTime time, Supplier<Duration> latency) {
    this.objects = objects;
    this.time = time;
    this.latency = latency;
    objects.listen(change -> List.copyOf(open).forEach(stream -> stream.changed(change)));
  }

  /** Begins a watch. */
  WebSocket open(ApiRequest request, WebSocket.Listener listener) {
    ApiKind kind =
        ApiKind.find(request.apiVersion(), request.plural())
            .orElseThrow(
                () ->
                    new ApiError(
                        404, "NotFound", "the server could not find the requested resource"));
    Stream stream = new Stream(kind, request, listener);
    open.add(stream);
    listener.onOpen(stream);
    stream.plan();
    return stream;
  }

  /** The operator of these watches was killed. */
  void drop() {
    open.forEach(stream -> stream.closed = true);
    open.clear();
  }

  int count() {
    return open.size();
  }

  /** A watch breaks off; it is begun again by the client, from where it was. */
  void disconnect(int number) {
    Stream stream = open.get(number % open.size());
    stream.end();
  }

  /** A watch ends because the changes since it last delivered something are no longer known. */
  void expire(int number) {
    Stream stream = open.get(number % open.size());
    forgotten = objects.version();
    stream.expire();
  }

  /** A watch delivers nothing for a time, and does not break off. */
  void mute(int number, Duration duration) {
    Stream stream = open.get(number % open.size());
    Duration until = time.elapsed().plus(duration);
    stream.mutedUntil = until.compareTo(stream.mutedUntil) > 0 ? until : stream.mutedUntil;
    stream.plan();
  }

  /** No watch delivers anything for a time. */
  void muteAll(Duration duration) {
    for (int number = 0; number < open.size(); number++) {
      mute(number, duration);
    }
  }

  /** A watch delivers the last event again. */
  void repeat(int number) {
    Stream stream = open.get(number % open.size());
    if (stream.last != null) {
      time.after(latency.get(), stream::isOpen, () -> stream.send(stream.last));
    }
  }

  private final class Stream implements WebSocket {
    private final ApiKind kind;
    private final String namespace;
    private final Predicate<Stored> selected;
    private final Listener listener;

    /** Version of the last change that was delivered or does not matter here. */
    private long delivered;

    /** Whether it begins at a version after which not all changes are known. */
    private final boolean expired;

    private boolean planned;
    private boolean closed;
    private Duration mutedUntil = Duration.ZERO;
    private String last;

    Stream(ApiKind kind, ApiRequest request, Listener listener) {
      this.kind = kind;
      this.namespace = request.namespace();
      this.selected =
          Selectors.labels(request.query().get("labelSelector"))
              .and(Selectors.fields(request.query().get("fieldSelector")));
      this.listener = listener;
      String version = request.query().get("resourceVersion");
      delivered = version == null ? objects.version() : Long.parseLong(version);
      expired = delivered < forgotten;
    }

    boolean isOpen() {
      return !closed;
    }

    void changed(ObjectMap.Change change) {
      if (change.object().kind().equals(kind)) {
        plan();
      } else if (!planned) {
        delivered = change.version();
      }
    }

    void plan() {
      if (!planned) {
        planned = true;
        Duration muted = mutedUntil.minus(time.elapsed());
        Duration delay = muted.isNegative() ? latency.get() : muted.plus(latency.get());
        time.after(delay, this::isOpen, this::deliver);
      }
    }

    private void deliver() {
      planned = false;
      if (mutedUntil.compareTo(time.elapsed()) > 0) {
        plan();
        return;
      }
      if (expired || delivered < objects.forgotten()) {
        expire();
        return;
      }
      for (ObjectMap.Change change : objects.changesAfter(delivered)) {
        if (closed) {
          return;
        }
        delivered = change.version();
        if (concerns(change)) {
          deliver(change);
        }
      }
    }

    private boolean concerns(ObjectMap.Change change) {
      Stored object = change.object();
      return object.kind().equals(kind)
          && (namespace == null || namespace.equals(object.namespace()));
    }

    private void deliver(ObjectMap.Change change) {
      boolean before = change.before() != null && selected.test(change.before());
      boolean after = change.after() != null && selected.test(change.after());
      if (before || after) {
        String type = !after ? "DELETED" : before ? "MODIFIED" : "ADDED";
        Stored object = change.after() == null ? change.before() : change.after();
        String json = object.json();
        if (change.after() == null) { // its version is that of the deletion
          json =
              Stored.of(kind, change.version(), object.tree().deepCopy(), object.applied()).json();
        }
        send("{\"type\":\"%s\",\"object\":%s}".formatted(type, json));
      }
    }

    private void send(String event) {
      last = event;
      listener.onMessage(this, event);
    }

    void expire() {
      send(
          "{\"type\":\"ERROR\",\"object\":%s}"
              .formatted(new ApiError(410, "Expired", "too old resource version").json()));
    }

    void end() {
      if (!closed) {
        closed = true;
        open.remove(this);
        listener.onClose(this, 1000, "");
      }
    }

    @Override
    public boolean send(ByteBuffer buffer) {
      return true;
    }

    @Override
    public boolean sendClose(int code, String reason) {
      if (!closed) {
        time.afterInOperator(Duration.ofMillis(1), this::end);
      }
      return true;
    }

    @Override
    public long queueSize() {
      return 0;
    }

    @Override
    public void request() {
      // Everything is sent at once.
    }
  }
}
