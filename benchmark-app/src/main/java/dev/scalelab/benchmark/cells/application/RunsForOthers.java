package dev.scalelab.benchmark.cells.application;

import dev.scalelab.benchmark.cells.domain.Done;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Remote;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;

/**
 * Runs configurations for the servers of a web tier. It is a singleton without locks, so that a
 * limited pool of instances is that of the seven beans, as in a server without tiers.
 */
@Singleton
@Remote(Runs.class)
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class RunsForOthers implements Runs {

  @Inject private RunConfiguration run;

  @Override
  public Done named(String name) {
    return run.named(name);
  }
}
