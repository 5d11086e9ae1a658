/**
 * Turns a step's window into figures: what the client saw, and the servers' evidence; and decides
 * whether a run may be trusted.
 */
package dev.scalelab.operator.measurement;
