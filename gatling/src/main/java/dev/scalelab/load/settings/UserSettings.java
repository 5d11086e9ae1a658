package dev.scalelab.load.settings;

import dev.scalelab.load.profile.ClientKind;
import dev.scalelab.load.profile.Pacing;
import dev.scalelab.load.profile.ThinkTime;
import java.util.Map;

/**
 * When users do what they do.
 *
 * @param clientShares share per kind of client, in an order that is always the same; one kind where
 *     all users are alike
 * @param pacing time from begin to begin of each user's transactions, in a closed model
 * @param transactionsPerUser transactions of each user that end the measured part of a step, in a
 *     closed model; 0 is as many as there is time for
 */
public record UserSettings(
    ThinkTime thinkTime,
    Map<ClientKind, Integer> clientShares,
    Pacing pacing,
    int transactionsPerUser) {}
