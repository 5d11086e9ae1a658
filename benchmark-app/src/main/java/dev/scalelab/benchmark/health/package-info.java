/** Whether this server can serve: its databases answer. */
package dev.scalelab.benchmark.health;
