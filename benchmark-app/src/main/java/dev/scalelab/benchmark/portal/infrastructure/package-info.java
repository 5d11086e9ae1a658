/** The portal's database, its queue, its topic and its cache. */
package dev.scalelab.benchmark.portal.infrastructure;
