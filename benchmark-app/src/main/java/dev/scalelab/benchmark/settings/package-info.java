/** The server's settings, from its environment. */
package dev.scalelab.benchmark.settings;
