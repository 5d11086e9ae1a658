package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;

/** Where the application keeps state between requests, and in how many copies. */
@ValidationRule(
    value = "has(self.store) && self.store == 'Remote' || !has(self.remote)",
    fieldPath = ".remote",
    message = "remote must not be given unless store is Remote: there are no Infinispan servers")
@ValidationRule(
    value = StateSpec.REMOTE_COPIES_OF + "self.web.copies",
    fieldPath = ".web.copies",
    message = "copies must be at most remote.replicas" + StateSpec.BECAUSE)
@ValidationRule(
    value = StateSpec.REMOTE_COPIES_OF + "self.bean.copies",
    fieldPath = ".bean.copies",
    message = "copies must be at most remote.replicas" + StateSpec.BECAUSE)
public record StateSpec(
    @JsonPropertyDescription(
            "Where a session of Bookstore keeps its state: WebSession, StatefulBean, or Both (each change is written to both)."
                + " Only for Bookstore; the other workloads keep state where their application has it. Default WebSession.")
        @Default("WebSession")
        StateLocation location,
    @JsonPropertyDescription("Web sessions.") @Default("{}") Copies web,
    @JsonPropertyDescription("Stateful session beans.") @Default("{}") Copies bean,
    @JsonPropertyDescription("The cache from which Portal reads statuses.") @Default("{}")
        Cache portal,
    @JsonPropertyDescription(
            "Where sessions, stateful beans and Portal's cache are: Embedded (in the application servers), or Remote (on"
                + " Infinispan servers, over Hot Rod; they outlive all application servers, and copies are numbers of Infinispan"
                + " servers). Not for Custom and Cells. Default Embedded.")
        @Default("Embedded")
        StateStore store,
    @JsonPropertyDescription("The Infinispan servers; only with store Remote.")
        RemoteStateSpec remote)
    implements OmitsNulls {
  static final String REMOTE_COPIES_OF =
      "!has(self.store) || self.store != 'Remote' || (has(self.remote) ? self.remote.replicas : 2) >= ";
  static final String BECAUSE = ", 2 by default: each copy is on another Infinispan server";

  /** A rule of the experiment: only Bookstore has a choice. */
  static final String LOCATED =
      "self.workload.type == 'Bookstore' || self.system.state.location == 'WebSession'";

  static final String LOCATED_MESSAGE =
      "location must be WebSession unless the workload is Bookstore: it has no effect on the others";

  /** A rule of the experiment: the store is chosen only where there is state. */
  static final String KEPT =
      "!has(self.system.state.store) || self.system.state.store == 'Embedded' || !(self.workload.type in ['Cells',"
          + " 'Custom'])";

  static final String KEPT_MESSAGE =
      "store must be Embedded for the workloads Cells, which keeps no state, and Custom, whose application decides about its own";

  public StateSpec {
    // Absent rather than Embedded: so the hash of its results is that of before there was a choice.
    store = store == StateStore.EMBEDDED ? null : store;
  }

  /** Whether state is on Infinispan servers. */
  public boolean storesRemotely() {
    return store == StateStore.REMOTE;
  }

  /** The same with other Infinispan servers. */
  public StateSpec with(RemoteStateSpec otherRemote) {
    return new StateSpec(location, web, bean, portal, store, otherRemote);
  }

  /** Copies of each entry in the servers' cluster. */
  public record Copies(
      @JsonPropertyDescription(
              "Servers that hold each entry (Infinispan's owners of a distributed cache). With 1 nothing is replicated: a lost"
                  + " server's entries are lost. Default 2.")
          @Min(1)
          @Max(10)
          @Default("2")
          Integer copies) {}

  /** How a cache is distributed. */
  public record Cache(
      @JsonPropertyDescription(
              "Replicated: every server holds every entry. Distributed: one server owns an entry, and requests are sent to it."
                  + " Default Replicated.")
          @Default("Replicated")
          CacheMode cache) {}
}
