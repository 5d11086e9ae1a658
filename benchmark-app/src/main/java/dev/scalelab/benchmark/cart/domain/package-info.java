/** A cart with state of a configured size, which counts its changes. */
package dev.scalelab.benchmark.cart.domain;
