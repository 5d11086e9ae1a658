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
@ValidationRule(
    value = StateSpec.IN_SERVERS + "!has(self.web.cache) || self.web.cache == 'Distributed'",
    fieldPath = ".web.cache",
    message = "cache " + StateSpec.REMOTE_CACHE)
@ValidationRule(
    value = StateSpec.IN_SERVERS + "!has(self.bean.cache) || self.bean.cache == 'Distributed'",
    fieldPath = ".bean.cache",
    message = "cache " + StateSpec.REMOTE_CACHE)
@ValidationRule(
    value = StateSpec.IN_SERVERS + "!has(self.bean.handle) || self.bean.handle == 'Session'",
    fieldPath = ".bean.handle",
    message = "handle must be Session where store is Remote")
public record StateSpec(
    @JsonPropertyDescription(
            "Where a session of Bookstore keeps its state: WebSession, StatefulBean, or Both (each change is written to both)."
                + " Cells and Portal, which have no sessions, may have None: their servers then keep no caches for sessions, and those"
                + " of Cells form no cluster. The other workloads keep state where their application has it. Default WebSession.")
        @Default("WebSession")
        StateLocation location,
    @JsonPropertyDescription("Web sessions.") @Default("{}") Web web,
    @JsonPropertyDescription("Stateful session beans.") @Default("{}") Bean bean,
    @JsonPropertyDescription(
            "Whether servers cache entities of the database that they read by identifier: None, or Clustered (Hibernate's"
                + " second-level cache on Infinispan: a server that changes an entity notifies the others, which drop theirs; emptied by"
                + " each reset of the dataset). Only for OrderEntry, ECperf and Bookstore, without reads from replicas. Default None.")
        @Default("None")
        EntityCache entities,
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
  static final String IN_SERVERS = "!has(self.store) || self.store != 'Remote' || ";
  static final String REMOTE_CACHE =
      "must be Distributed where store is Remote: the Infinispan servers have copies of each entry";

  private static final String CACHE_OF = "Servers that hold each ";

  private static final String CACHES =
      ": Distributed (as many as copies says), Replicated (all), or Local (only the one where it began, in its own memory;"
          + " where neither web sessions nor beans nor anything else needs it, the servers form no cluster). With store Remote"
          + " only Distributed. Default Distributed.";

  private static final String COPIES_OF =
      "With cache Distributed: servers that hold each of them (Infinispan's owners of a distributed cache). With 1 nothing is"
          + " replicated: what a lost server had is lost. Default 2.";

  private static final String COPIED =
      "!has(self.copies) || self.copies == 2 || !has(self.cache) || self.cache == 'Distributed'";

  private static final String COPIED_MESSAGE =
      "copies must not be given unless cache is Distributed: Replicated is on all servers, Local on one";

  static final String BECAUSE = ", 2 by default: each copy is on another Infinispan server";

  public StateSpec {
    // Absent rather than Embedded: so the hash of its results is that of before there was a choice.
    store = store == StateStore.EMBEDDED ? null : store;
    entities = entities == EntityCache.NONE ? null : entities;
  }

  /** Whether state is on Infinispan servers. */
  public boolean storesRemotely() {
    return store == StateStore.REMOTE;
  }

  /** Whether servers cache entities. */
  public boolean cachesEntities() {
    return entities == EntityCache.CLUSTERED;
  }

  /** The same with other Infinispan servers. */
  public StateSpec with(RemoteStateSpec otherRemote) {
    return new StateSpec(location, web, bean, entities, portal, store, otherRemote);
  }

  /** Web sessions: which servers hold them. */
  @ValidationRule(value = COPIED, fieldPath = ".copies", message = COPIED_MESSAGE)
  public record Web(
      @JsonPropertyDescription(CACHE_OF + "web session" + CACHES) @Default("Distributed")
          SessionCache cache,
      @JsonPropertyDescription(COPIES_OF) @Min(1) @Max(10) @Default("2") Integer copies)
      implements OmitsNulls {
    public Web {
      // Absent rather than Distributed: see store.
      cache = cache == SessionCache.DISTRIBUTED ? null : cache;
    }

    /** Where they are. */
    public SessionCache kind() {
      return cache == null ? SessionCache.DISTRIBUTED : cache;
    }
  }

  /** Stateful session beans: which servers hold them, and how clients refer to them. */
  @ValidationRule(value = COPIED, fieldPath = ".copies", message = COPIED_MESSAGE)
  @ValidationRule(
      value =
          "!has(self.handle) || self.handle == 'Session' || !has(self.cache) || self.cache != 'Local'",
      fieldPath = ".handle",
      message =
          "handle must be Session where cache is Local: a cookie is for beans that every server can reach")
  public record Bean(
      @JsonPropertyDescription(CACHE_OF + "stateful bean" + CACHES) @Default("Distributed")
          SessionCache cache,
      @JsonPropertyDescription(COPIES_OF) @Min(1) @Max(10) @Default("2") Integer copies,
      @JsonPropertyDescription(
              "Where a session's reference to its bean is kept: Session (in the web session), or Cookie (in a cookie of the client,"
                  + " which then has no web session). Cookie only for Cart, and Bookstore with location StatefulBean. Default Session.")
          @Default("Session")
          BeanHandle handle)
      implements OmitsNulls {
    public Bean {
      // Absent rather than the defaults: see store.
      cache = cache == SessionCache.DISTRIBUTED ? null : cache;
      handle = handle == BeanHandle.SESSION ? null : handle;
    }

    /** Where they are. */
    public SessionCache kind() {
      return cache == null ? SessionCache.DISTRIBUTED : cache;
    }

    /** Whether clients keep the reference. */
    public boolean inCookie() {
      return handle == BeanHandle.COOKIE;
    }
  }

  /** How a cache is distributed. */
  public record Cache(
      @JsonPropertyDescription(
              "Replicated: every server holds every entry. Distributed: one server owns an entry, and requests are sent to it."
                  + " Default Replicated.")
          @Default("Replicated")
          CacheMode cache) {}
}
