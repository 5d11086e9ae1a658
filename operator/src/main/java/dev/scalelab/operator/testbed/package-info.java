/** Everything that is deployed for a trial, and whether it is ready, and if not, why. */
package dev.scalelab.operator.testbed;
