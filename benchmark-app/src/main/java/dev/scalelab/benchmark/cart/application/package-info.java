/** The cart of a session, replicated by the cluster. */
package dev.scalelab.benchmark.cart.application;
