package dev.scalelab.load.settings;

import java.net.URI;
import java.time.Duration;

/**
 * How requests are sent.
 *
 * @param target their target, without a slash at the end
 */
public record HttpSettings(URI target, Duration requestTimeout, int idleConnectionSeconds) {}
