/**
 * Limits that only the server needs; those that members meet are in `@frens/contract/limits`. Comments name the decision
 * (docs/product.md) that fixed each value.
 */
export const serverLimits = {
  /** D78: concurrent requests in this process and per member, queued requests, and the time in the queue. */
  admission: { atWork: 64, perMember: 6, queued: 256, waitMs: 2000 },

  /** D1 */
  body: { bytes: 100 * 1024, depth: 8, keys: 200 },

  /** D8: argon2id parameters, and how many hashes may run and queue. */
  passwordHash: { memoryKiB: 19_456, passes: 2, lanes: 1, saltBytes: 16, concurrent: 4, queued: 64 },
  /** D15: the size of an uploaded picture, how many may queue while one is decoded, and the seconds that may take. */
  picture: { maxPixels: 25_000_000, maxScans: 100, queued: 16, seconds: 10 },
  loginFailures: {
    perNetwork: 5,
    windowMinutes: 15,
    perAccount: 50,
    accountWindowMinutes: 60,
    maxWaitSeconds: 60,
  },

  /** New names to compare with the member's password, each in up to eight spellings. */
  namesComparedPerHour: 20,

  /** D11 */
  session: { idleDays: 14, totalDays: 90, perMember: 20, lastSeenGrainMinutes: 5 },
  /** D11: days that a device stays trusted after its last session; one more, because sessions update it once a day. */
  trustedDeviceDays: 91,
  /** D11: mails to a member about new devices. */
  newBrowserMailsPerDay: 5,

  /** Mails to an unconfirmed address, over all accounts with it. Magic links and resets have their own limits. */
  unconfirmedMailsPerDay: 5,

  /** D9: live links of one kind per address, and how long a used one is remembered. */
  addressLink: { perPurpose: 3, storageDays: 1 },

  /** D20: how long an account counts as new. */
  newAccountHours: 24,
  /** D20: open requests, requests per pair, and days that a request lives and a decline shows as pending. */
  connections: { open: 200, asksPerPair: 3, pendingDays: 90, declineShownPendingDays: 30 },

  /**
   * D25: pending introductions per pair, and the days that a no bars the pair; D37: the days within which a matchmaker is
   * rewarded at most so often.
   */
  matches: { openPerPair: 3, barredDays: 90, thankedDays: 30, thankedTimes: 10 },
  /**
   * D26, D70: candidates of proposals: the caller's friends, friendships of the newest of these, members of the newest circles, members
   * who share an interest, and the newest members; weights of reasons and how often they count; how many come first in a list;
   * and the days for which a decline or the end of a friendship keeps them out.
   */
  proposals: {
    candidatesRead: 120,
    /** For the caller, whose friends are all known: the newest members, then those with the highest score so far. */
    proposedRead: 60,
    friends: 60,
    hubs: 20,
    friendships: 25,
    /** Friendships of `hubs`, each way, among which friends in common are looked for; where they have more, by pairs. */
    hubFriendships: 150,
    circles: 6,
    circlesRead: 20,
    perCircle: 6,
    interests: 3,
    perInterest: 8,
    newestCircles: 24,
    friendsCircles: 60,
    newest: 30,
    weights: { friends: 4, circles: 2, traits: 2, age: 1, new: 1 },
    most: { friends: 3, circles: 2, interests: 3 },
    ageApart: 5,
    newDays: 14,
    listed: 60,
    declinedDays: 90,
    /**
     * The home's cache of ranked ids (0333): ids per member; how many of them must still be shown, or they are gathered anew; how long they are
     * cached; and of how many members a process caches them.
     */
    shortlist: { size: 10, minShown: 5, ttlMinutes: 10, maxEntries: 5000 },
  },

  /** D69: how many of the newest notifications the home scans for pending items and news, and how many posts if most are hidden. */
  home: { notifications: 60, posts: 640 },

  /** D28; D29 for the circles a member may be in at once, which bounds the reads that find out who shares a circle; D48 for
   * the admins, beside the owner, notified of a request to join; D68 for the members notified of a post in one transaction. */
  circles: { owned: 50, joined: 200, askAgainDays: 30, adminsTold: 20, toldAtOnce: 200 },

  /** D68: how many names in one post can become links. */
  mentionsPerPost: 20,

  /** D48: notifications kept per member, and for how many days. */
  notifications: { kept: 500, days: 90 },

  /** D34: recent stakes shown of a Panda. */
  stakesListed: 50,

  /**
   * D38: days of a Panda's past that are told, of its score and of its stakes; days of its score and newest movements of its stakes that are
   * read for that, and how many moments of the time before those movements are looked up.
   */
  pandaHistory: { points: 365, days: 3_660, movements: 1_000, moments: 100 },

  /**
   * D47: the days of new backers that make a Panda rise, how many of the newest are read, how many Pandas are ranked (some may be
   * hidden from a caller), and the seconds for which that is cached.
   */
  rising: { days: 7, backingsRead: 5000, listed: 400, keptSeconds: 30 },

  /** D40: quiz results kept per member. */
  quizResultsKept: 10,

  /** D48, D67: minutes between two digest mails, how many of the newest notifications one considers, and how many it names. */
  newsMail: { minutes: 60, read: 200, named: 3 },

  /** D45: an invitation link's life in days, and its uses. */
  inviteLink: { days: 30, uses: 25 },

  /** D46: days that the username of an erased account is reserved. */
  nameHeldDays: 30,

  /** D37: welcome grants per network and day. */
  welcomeGrantsPerNetworkPerDay: 20,

  /** D57: friendships that are searched for common friends, and how many at a time. */
  inCommon: { budget: 2000, batch: 500 },

  /** D52 */
  idempotency: { keyMax: 255, keptHours: 24 },
} as const;
