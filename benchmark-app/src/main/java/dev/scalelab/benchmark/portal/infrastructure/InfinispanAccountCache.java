package dev.scalelab.benchmark.portal.infrastructure;

import dev.scalelab.benchmark.portal.domain.Account;
import dev.scalelab.benchmark.portal.domain.AccountCache;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.infinispan.Cache;
import org.infinispan.commons.CacheException;
import org.infinispan.distribution.DistributionInfo;

/**
 * Accounts in the server's Infinispan, on one or all servers as configured by PORTAL_CACHE; or on
 * Infinispan servers, where this server keeps what it has read until another changes it. They are
 * stored as JSON: text can be read by every server, whatever class loader it uses.
 */
@ApplicationScoped
public class InfinispanAccountCache implements AccountCache {

  private static final Logger LOGGER = Logger.getLogger(InfinispanAccountCache.class.getName());

  private final Jsonb jsonb = JsonbBuilder.create();

  @Resource(lookup = "java:jboss/infinispan/cache/portal/${env.ACCOUNT_CACHE:accounts}")
  private Cache<Integer, String> cache;

  @Override
  public Optional<Account> find(int customerId) {
    return Optional.ofNullable(unlessItFails(() -> cache.get(customerId)))
        .map(json -> jsonb.fromJson(json, Account.class));
  }

  @Override
  public void keep(Account account, Duration lifespan) {
    String json = jsonb.toJson(account);
    unlessItFails(
        () -> cache.put(account.customerId(), json, lifespan.toMillis(), TimeUnit.MILLISECONDS));
  }

  @Override
  public void forget(int customerId) {
    unlessItFails(() -> cache.remove(customerId));
  }

  @Override
  public Optional<String> otherOwner(int customerId) {
    return Optional.ofNullable(unlessItFails(() -> primaryOwner(customerId)));
  }

  private String primaryOwner(int customerId) {
    if (!cache.getCacheConfiguration().clustering().cacheMode().isDistributed()) {
      return null;
    }
    DistributionInfo owners =
        cache
            .getAdvancedCache()
            .getDistributionManager()
            .getCacheTopology()
            .getDistribution(customerId);
    return owners.isReadOwner() ? null : owners.primary().toString();
  }

  /**
   * The result of the cache; null if it fails, for example while a server leaves: then the database
   * is used.
   *
   * <p>WildFly separates the keys of applications by the thread's class loader. After a commit that
   * is not the application's class loader, and the key would not be found.
   */
  private static <T> T unlessItFails(Supplier<T> call) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(InfinispanAccountCache.class.getClassLoader());
    try {
      return call.get();
    } catch (CacheException e) {
      // Not at a higher level: while a server leaves it is logged for each request.
      LOGGER.log(Level.FINE, "The cache of accounts failed: {0}", String.valueOf(e));
      return null;
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
