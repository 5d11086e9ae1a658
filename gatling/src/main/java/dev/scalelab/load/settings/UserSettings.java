package dev.scalelab.load.settings;

import dev.scalelab.load.profile.ClientKind;
import dev.scalelab.load.profile.Pacing;
import dev.scalelab.load.profile.ThinkTime;
import java.util.Map;

/**
 * The timing of users.
 *
 * @param clientShares share per kind of client, in a constant order; a single kind if all users are
 *     alike
 * @param pacing time from start to start of each user's transactions, in a closed model
 * @param transactionsPerUser transactions of each user that end the measured part of a step, in a
 *     closed model; 0 means no such number
 */
public record UserSettings(
    ThinkTime thinkTime,
    Map<ClientKind, Integer> clientShares,
    Pacing pacing,
    int transactionsPerUser) {}
