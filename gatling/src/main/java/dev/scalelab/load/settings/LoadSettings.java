package dev.scalelab.load.settings;

import dev.scalelab.load.profile.ArrivalSchedule;
import dev.scalelab.load.profile.Schedule;
import dev.scalelab.load.profile.UserSchedule;
import java.util.List;
import java.util.Optional;

/**
 * How much load there is, and when: of all generators together.
 *
 * @param rates arrivals per second of each step; empty in a closed model
 * @param users users of each step; empty in an open model
 * @param streamRate arrivals per second of the stream beside the users; 0 is no stream
 */
public record LoadSettings(
    List<Double> rates,
    List<Integer> users,
    int stepSeconds,
    int warmUpSeconds,
    int rampSeconds,
    double streamRate,
    int maxInFlight) {

  /** Whether users come back (closed model) rather than arrive at a rate (open model). */
  public boolean isClosed() {
    return rates.isEmpty();
  }

  /** Number of steps. */
  public int steps() {
    return rates.size() + users.size();
  }

  /** How much load there is when. */
  public Schedule schedule() {
    return isClosed() ? stays() : arrivals();
  }

  /** When each user is due, in an open model. */
  public ArrivalSchedule arrivals() {
    return new ArrivalSchedule(rates, stepSeconds, rampSeconds);
  }

  /** Who is there when, in a closed model. */
  public UserSchedule stays() {
    return new UserSchedule(users, stepSeconds, rampSeconds);
  }

  /** When each transaction of the stream beside the users is due; empty when there is none. */
  public Optional<ArrivalSchedule> stream() {
    return streamRate == 0
        ? Optional.empty()
        : Optional.of(new ArrivalSchedule(List.of(streamRate), steps() * stepSeconds, 0));
  }
}
