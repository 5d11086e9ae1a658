/** The objects that are deployed for a trial, and their readiness. */
package dev.scalelab.operator.testbed;
