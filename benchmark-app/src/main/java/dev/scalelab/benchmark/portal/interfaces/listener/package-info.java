/**
 * Takes orders from the portal's queue. A deployment of its own, so that the servers of other
 * workloads need no queue.
 */
package dev.scalelab.benchmark.portal.interfaces.listener;
