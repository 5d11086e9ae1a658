package dev.scalelab.benchmark.database;

import dev.scalelab.benchmark.settings.ServerSettings;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;

/**
 * Chooses where data is read: at replicas of the database, if configured, but only outside of
 * transactions, and not for a user who has recently changed data. A replica lags slightly behind.
 */
@ApplicationScoped
public class Reads {

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry transactions;

  @Inject private OwnWrites ownWrites;

  private final boolean replicas = ServerSettings.readsReplicas();

  /** Returns the one of the two that must be used now. */
  public EntityManager choose(EntityManager primary, EntityManager replica) {
    return replicas && !inTransaction() && !ownWrites.areRecent() ? replica : primary;
  }

  private boolean inTransaction() {
    return transactions.getTransactionStatus() != Status.STATUS_NO_TRANSACTION;
  }
}
