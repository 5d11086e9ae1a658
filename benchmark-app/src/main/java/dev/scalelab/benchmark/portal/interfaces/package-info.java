/** The portal as JSON over HTTP. */
package dev.scalelab.benchmark.portal.interfaces;
