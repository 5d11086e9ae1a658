/** Configurations over HTTP. */
package dev.scalelab.benchmark.cells.interfaces;
