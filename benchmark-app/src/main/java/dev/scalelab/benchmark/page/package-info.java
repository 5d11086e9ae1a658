/**
 * A page from which a person runs one transaction at a time; off unless the setting PAGE is true.
 */
package dev.scalelab.benchmark.page;
