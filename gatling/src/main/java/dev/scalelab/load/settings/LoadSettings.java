package dev.scalelab.load.settings;

import dev.scalelab.load.profile.ArrivalSchedule;
import dev.scalelab.load.profile.Schedule;
import dev.scalelab.load.profile.UserSchedule;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The load over time, of all generators together.
 *
 * @param rates arrivals per second of each step; empty in a closed model
 * @param randomSeed seed of random arrivals; empty if they are even
 * @param spikePercent part of each step's measured arrivals that come within one second
 * @param users users of each step; empty in an open model
 * @param streamRate arrivals per second of the stream in addition to the users; 0 means no stream
 */
public record LoadSettings(
    List<Double> rates,
    OptionalLong randomSeed,
    int spikePercent,
    List<Integer> users,
    int stepSeconds,
    int warmUpSeconds,
    int rampSeconds,
    double streamRate,
    int maxInFlight) {

  /** Whether users do repeated transactions (closed model) or arrive at a rate (open model). */
  public boolean isClosed() {
    return rates.isEmpty();
  }

  /** Number of steps. */
  public int steps() {
    return rates.size() + users.size();
  }

  /** The load over time. */
  public Schedule schedule() {
    return isClosed() ? stays() : arrivals();
  }

  /** The scheduled time of each user, in an open model. */
  public ArrivalSchedule arrivals() {
    if (randomSeed.isPresent()) {
      return ArrivalSchedule.random(
          rates, stepSeconds, warmUpSeconds, rampSeconds, spikePercent, randomSeed.getAsLong());
    }
    return spikePercent > 0
        ? ArrivalSchedule.withSpikes(rates, stepSeconds, warmUpSeconds, rampSeconds, spikePercent)
        : new ArrivalSchedule(rates, stepSeconds, rampSeconds);
  }

  /** The users over time, in a closed model. */
  public UserSchedule stays() {
    return new UserSchedule(users, stepSeconds, rampSeconds);
  }

  /** The scheduled times of the stream's transactions; empty if there is no stream. */
  public Optional<ArrivalSchedule> stream() {
    return streamRate == 0
        ? Optional.empty()
        : Optional.of(new ArrivalSchedule(List.of(streamRate), steps() * stepSeconds, 0));
  }
}
