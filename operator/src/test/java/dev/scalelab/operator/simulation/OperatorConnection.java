package dev.scalelab.operator.simulation;

import io.fabric8.kubernetes.client.http.WebSocket;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The way of an operator's requests to the API server, on which they fail as planned, and on which
 * the operator is killed.
 */
final class OperatorConnection implements MapHttpClient.Server {
  private final ApiServerInMemory api;
  private final WatchStreams watches;
  private final ObjectMap objects;
  private final VirtualTime time;
  private final List<Fault> atWrites;
  private final List<String> trace = new ArrayList<>();
  private final Map<Fault.Kind, Integer> happened = new EnumMap<>(Fault.Kind.class);

  /** Writes whose response was lost: whoever does not know whether they came repeats them. */
  private final Set<String> lost = new HashSet<>();

  private boolean records = true;
  private boolean dead;
  private boolean down;
  private int writes;
  private int requests;

  OperatorConnection(
      ApiServerInMemory api,
      WatchStreams watches,
      ObjectMap objects,
      VirtualTime time,
      List<Fault> faults) {
    this.api = api;
    this.watches = watches;
    this.objects = objects;
    this.time = time;
    this.atWrites = faults.stream().filter(fault -> fault.kind().isOfWrite()).toList();
  }

  boolean dead() {
    return dead;
  }

  void revive() {
    dead = false;
  }

  void kill() {
    dead = true;
  }

  /** Whether no request is answered. */
  void setDown(boolean isDown) {
    down = isDown;
  }

  Set<String> lost() {
    return lost;
  }

  int writes() {
    return writes;
  }

  int requests() {
    return requests;
  }

  /** The writes and faults so far, in their order. */
  List<String> trace() {
    return trace;
  }

  /** A benchmark has too many writes to record them. */
  void recordNothing() {
    records = false;
  }

  void note(String what) {
    if (!records) {
      return;
    }
    trace.add("%9.3f %s".formatted(time.elapsed().toMillis() / 1000.0, what));
  }

  void count(Fault.Kind kind) {
    happened.merge(kind, 1, Integer::sum);
  }

  /** How many faults of each kind have happened. */
  Map<Fault.Kind, Integer> happened() {
    return happened;
  }

  @Override
  public String answer(ApiRequest request) throws IOException {
    if (dead) {
      throw new Killed();
    }
    requests++;
    if (down) {
      throw new IOException("connection refused");
    }
    if (!request.writes()) {
      return api.answer(request);
    }
    writes++;
    List<Fault> now = atWrites.stream().filter(fault -> fault.write() == writes).toList();
    note("%4d %s".formatted(writes, request));
    before(now, request);
    String answer = api.answer(request);
    after(now, request);
    return answer;
  }

  private void before(List<Fault> faults, ApiRequest request) {
    for (Fault fault : faults) {
      if (fault.kind() == Fault.Kind.KILLED_BEFORE_WRITE) {
        die(fault);
      } else if (fault.kind() == Fault.Kind.CONFLICT && request.name() != null) {
        note(fault.toString());
        count(fault.kind());
        annotate(request);
      }
    }
  }

  private void annotate(ApiRequest request) {
    ApiKind kind = ApiKind.find(request.apiVersion(), request.plural()).orElseThrow();
    Stored object = objects.get(kind, request.namespace(), request.name());
    if (object != null) {
      objects.patch(
          object,
          tree -> {
            tree.withObject("/metadata/annotations").put("somebody", "write " + writes);
            return tree;
          });
    }
  }

  private void after(List<Fault> faults, ApiRequest request) throws IOException {
    for (Fault fault : faults) {
      if (fault.kind() == Fault.Kind.KILLED_AFTER_WRITE) {
        die(fault);
      } else if (fault.kind() == Fault.Kind.RESPONSE_LOST) {
        note(fault.toString());
        count(fault.kind());
        lost.add(request.toString());
        throw new IOException("connection reset");
      }
    }
  }

  private void die(Fault fault) {
    note(fault.toString());
    count(fault.kind());
    dead = true;
    throw new Killed();
  }

  @Override
  public WebSocket watch(ApiRequest request, WebSocket.Listener listener) throws IOException {
    if (dead) {
      throw new Killed();
    }
    requests++;
    if (down) {
      throw new IOException("connection refused");
    }
    return watches.open(request, listener);
  }
}
