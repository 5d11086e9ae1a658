/** The cart of a session, kept by the cluster. */
package dev.scalelab.benchmark.cart.application;
