/**
 * Calculates the figures of a step's window, the client's side and the servers' evidence, and
 * checks whether a run can be trusted.
 */
package dev.scalelab.operator.measurement;
