package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.support.ApiServer;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The simulated endpoints and cluster for experiments, created for each test. */
final class Played implements BeforeEachCallback, AfterEachCallback {
  private final ApiServer api;
  private PlayedEndpoints endpoints;
  private PlayedCluster cluster;

  /** Simulates the rest of the cluster for an API server that is registered before. */
  Played(ApiServer api) {
    this.api = api;
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    endpoints = new PlayedEndpoints();
    cluster = new PlayedCluster(api.client(), api.namespace(), endpoints);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    cluster.close();
    endpoints.close();
  }

  PlayedEndpoints endpoints() {
    return endpoints;
  }

  PlayedCluster cluster() {
    return cluster;
  }
}
