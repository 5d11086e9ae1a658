package dev.scalelab.load.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * The users over time, in a closed model: a staircase of users, each of whom starts a transaction
 * when the previous one has ended.
 *
 * <p>In a step with more users than the previous step, the additional ones arrive evenly spread
 * over its ramp; in a step with fewer, those who arrived last leave in the same way. A user who
 * returns later is another user.
 */
public final class UserSchedule implements Schedule {
  private static final long MILLIS_PER_SECOND = 1000;

  /**
   * The time for which one user is present.
   *
   * @param fromMillis when the user arrives, in milliseconds from the start
   * @param toMillis when the user leaves: no transaction of the user starts then or later
   */
  public record Stay(long fromMillis, long toMillis) {}

  private final List<Integer> users;
  private final Staircase staircase;
  private final List<Stay> stays;

  /** The index of each stay's user: users present at the same time have indexes from 0 up. */
  private final List<Integer> places = new ArrayList<>();

  /**
   * @param users number of users in each step, each above 0
   * @param stepSeconds length of a step in seconds, ramp included
   * @param rampSeconds length of the ramp in seconds, 0 or more and shorter than the step
   */
  public UserSchedule(List<Integer> users, int stepSeconds, int rampSeconds) {
    this.users = List.copyOf(users);
    this.staircase =
        new Staircase(users.stream().map(Integer::doubleValue).toList(), stepSeconds, rampSeconds);
    this.stays = stays();
  }

  private List<Stay> stays() {
    List<Stay> all = new ArrayList<>();
    List<Long> comings = new ArrayList<>();
    for (int step = 0; step < users.size(); step++) {
      while (comings.size() < users.get(step)) {
        comings.add(changeMillis(step, comings.size()));
      }
      while (comings.size() > users.get(step)) {
        int last = comings.size() - 1;
        all.add(new Stay(comings.remove(last), changeMillis(step, last)));
        places.add(last);
      }
    }
    long end = MILLIS_PER_SECOND * users.size() * staircase.stepSeconds();
    for (int place = 0; place < comings.size(); place++) {
      all.add(new Stay(comings.get(place), end));
      places.add(place);
    }
    return List.copyOf(all);
  }

  /** When the user with that index arrives or leaves in the ramp of a step. */
  private long changeMillis(int step, int place) {
    double before = staircase.before(step);
    double after = users.get(step);
    double share =
        after > before
            ? (place - before) / (after - before)
            : (before - 1 - place) / (before - after);
    return step * staircase.stepSeconds() * MILLIS_PER_SECOND
        + (long) (share * staircase.rampSeconds() * MILLIS_PER_SECOND);
  }

  /** All users' stays, in unspecified order. */
  public List<Stay> allStays() {
    return stays;
  }

  /**
   * The index, from 0, of a user of {@link #allStays}: N users present at the same time have the
   * indexes from 0 to N - 1, whichever generator drives them.
   */
  public int placeOf(int user) {
    return places.get(user);
  }

  /**
   * The stays of a share, as indexes into {@link #allStays}: in every step each share has the same
   * number of users, or one more.
   */
  public List<Integer> staysOf(Share share) {
    return IntStream.range(0, stays.size())
        .filter(user -> share.holds(places.get(user)))
        .boxed()
        .toList();
  }

  @Override
  public double target(long millis) {
    return staircase.at(millis);
  }

  @Override
  public OptionalLong dueBefore(long millis) {
    return OptionalLong.empty();
  }
}
