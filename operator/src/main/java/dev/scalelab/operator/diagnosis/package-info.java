/** Which resource limits a configuration, and a queueing model of it. Pure. */
package dev.scalelab.operator.diagnosis;
