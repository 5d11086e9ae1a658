/** What the portal does: tells statuses, accepts orders, and takes them. */
package dev.scalelab.benchmark.portal.application;
