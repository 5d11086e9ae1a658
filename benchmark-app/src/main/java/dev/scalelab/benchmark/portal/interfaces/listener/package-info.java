/**
 * Processes orders from the portal's queue, and their changes from its topic. A separate
 * deployment, so that the servers of other workloads need no broker.
 */
package dev.scalelab.benchmark.portal.interfaces.listener;
