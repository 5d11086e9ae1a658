/**
 * Processes orders from the portal's queue. A separate deployment, so that the servers of other
 * workloads need no queue.
 */
package dev.scalelab.benchmark.portal.interfaces.listener;
