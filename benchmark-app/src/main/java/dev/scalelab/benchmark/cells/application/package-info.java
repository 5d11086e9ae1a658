/** The session beans, and the request that calls them. */
package dev.scalelab.benchmark.cells.application;
