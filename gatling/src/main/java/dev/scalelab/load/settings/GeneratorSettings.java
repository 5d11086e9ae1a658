package dev.scalelab.load.settings;

import dev.scalelab.load.profile.Share;
import java.net.URI;

/**
 * How several load generators share a run.
 *
 * @param share this generator's part of the load
 * @param together where generator 0 listens; null for a single generator
 */
public record GeneratorSettings(Share share, URI together, int togetherSeconds) {}
