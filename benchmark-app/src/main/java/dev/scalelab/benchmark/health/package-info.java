/** Whether this server can serve: its databases respond. */
package dev.scalelab.benchmark.health;
