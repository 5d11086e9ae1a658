/** What stages need of Kubernetes: images, labels, ownership, security, a pod's own reasons. */
package dev.scalelab.operator.platform;
