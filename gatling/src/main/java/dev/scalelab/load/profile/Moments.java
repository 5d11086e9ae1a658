package dev.scalelab.load.profile;

/** The milliseconds at which the users of a second arrive. */
interface Moments {
  /** Spread evenly over each second. */
  Moments EVEN =
      new Moments() {
        @Override
        public int milliOf(int second, long place, long users) {
          return UsersPerSecond.milliOf(place, users);
        }

        @Override
        public long beforeMilli(int second, int milli, long users) {
          return UsersPerSecond.beforeMilli(milli, users);
        }
      };

  /**
   * The millisecond, 0 to 999, of the user with that index (from 0) in a second.
   *
   * @param users number of users of the second
   */
  int milliOf(int second, long place, long users);

  /** Number of users of a second before that millisecond of it. */
  long beforeMilli(int second, int milli, long users);
}
