/**
 * The workload portal: customers request their statuses, while new orders arrive through a queue.
 */
package dev.scalelab.benchmark.portal;
