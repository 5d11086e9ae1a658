/** What the server is told by its environment. */
package dev.scalelab.benchmark.settings;
