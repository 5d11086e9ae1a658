/** Kubernetes utilities of all stages: images, labels, ownership, security, reasons of pods. */
package dev.scalelab.operator.platform;
