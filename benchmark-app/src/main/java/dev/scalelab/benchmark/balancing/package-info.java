/** What a server reports to the balancer, which distributes requests by it. */
package dev.scalelab.benchmark.balancing;
