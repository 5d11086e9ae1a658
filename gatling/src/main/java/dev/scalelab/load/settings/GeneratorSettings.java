package dev.scalelab.load.settings;

import dev.scalelab.load.profile.Share;
import java.net.URI;

/**
 * How several load generators share a run.
 *
 * @param share what of the load is this generator's to do
 * @param together where generator 0 is met; null when it is alone
 */
public record GeneratorSettings(Share share, URI together, int togetherSeconds) {}
