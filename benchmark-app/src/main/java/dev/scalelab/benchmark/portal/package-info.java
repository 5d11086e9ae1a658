/** The workload portal: customers ask for their statuses, while orders come in through a queue. */
package dev.scalelab.benchmark.portal;
