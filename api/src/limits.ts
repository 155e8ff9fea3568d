/**
 * Numbers that only the server knows and that no form, mock or screen depends on. Those that members meet stand in
 * `@frens/contract/limits`. The comments give the decision (docs/product.md) that fixed the value.
 */
export const serverLimits = {
  /** D78: how many requests work at once, in this process and for one member, how many wait for that, and how long. */
  admission: { atWork: 64, perMember: 6, queued: 256, waitMs: 2000 },

  /** D1 */
  body: { bytes: 100 * 1024, depth: 8, keys: 200 },

  /** D8: argon2id parameters, and how many hashes may run and wait. */
  passwordHash: { memoryKiB: 19_456, passes: 2, lanes: 1, saltBytes: 16, concurrent: 4, queued: 64 },
  /** D15: how large an uploaded picture may be, how many may wait while one is decoded, and how many seconds that may take. */
  picture: { maxPixels: 25_000_000, maxScans: 100, queued: 16, seconds: 10 },
  loginFailures: {
    perNetwork: 5,
    windowMinutes: 15,
    perAccount: 50,
    accountWindowMinutes: 60,
    maxWaitSeconds: 60,
  },

  /** New names that are compared with a member's password; of each up to eight spellings. */
  namesComparedPerHour: 20,

  /** D11 */
  session: { idleDays: 14, totalDays: 90, perMember: 20, lastSeenGrainMinutes: 5 },
  /** D11: days that a browser is known after its last session; a day more, because sessions tell of it once a day. */
  browserKnownDays: 91,
  /** D11: mails to a member about browsers that are new. */
  newBrowserMailsPerDay: 5,

  /** Mails to an address that nobody has confirmed, over all accounts that name it. Magic links and resets have their own. */
  unconfirmedMailsPerDay: 5,

  /** D9: links of one kind to one address that live at once, and how long a spent one is remembered. */
  addressLink: { perPurpose: 3, storageDays: 1 },

  /** D20: how long an account is a newcomer's. */
  newAccountHours: 24,
  /** D20: requests that may be open, asks of one pair, and days that a request lives and a decline is shown as pending. */
  connections: { open: 200, asksPerPair: 3, pendingDays: 90, declineShownPendingDays: 30 },

  /**
   * D25: introductions of one pair that may wait at once, and days in which a no bars the pair; D37: within how many days a matchmaker is
   * thanked so often.
   */
  matches: { openPerPair: 3, barredDays: 90, thankedDays: 30, thankedTimes: 10 },
  /**
   * D26: of whom candidates are chosen, at most, however many there are: the matchmaker's friends, friends of some friends that both
   * have, members of some circles of the friend, and who joined last. All of them together stay few enough for one query by their keys.
   */
  candidates: { friends: 60, common: 8, perCommon: 10, circles: 8, perCircle: 8, newest: 40 },

  /** D28; D29 for how many one is in at once, which bounds what is read to tell who shares a circle; D48 for how
   * many admins, beside the owner, are told that somebody asks; D68 for how many of those who want it are told of a notice in one transaction. */
  circles: { owned: 50, joined: 200, askAgainDays: 30, adminsTold: 20, toldAtOnce: 200 },

  /** D68: of the names in one notice so many can become links. */
  mentionsPerNotice: 20,

  /** D48: how many notifications of a member are kept, and for how many days. */
  notifications: { kept: 500, days: 90 },

  /** D34: how many of the last stakes in a Panda are shown. */
  stakesListed: 50,

  /**
   * D38: days of a Panda's past that are told, of its score and of its stakes; days of its score and newest movements of its stakes that are
   * read for that, and how many moments of the time before those movements are looked up.
   */
  pandaHistory: { points: 365, days: 3_660, movements: 1_000, moments: 100 },

  /**
   * D47: days in which new backers make a Panda rise, how many of the newest are read, how many Pandas are listed of which some may be
   * hidden from a caller, and seconds for which that is kept.
   */
  rising: { days: 7, backingsRead: 5000, listed: 400, keptSeconds: 30 },

  /** D40: how many results of a member are kept. */
  quizResultsKept: 10,

  /** D48, D67: minutes between two mails that tell a member of news, how many of the newest one looks at, and how many it names. */
  newsMail: { minutes: 60, read: 200, named: 3 },

  /** D45: a link lives so many days and for so many who join. */
  inviteLink: { days: 30, uses: 25 },

  /** D46: days that the name of an ended account is held. */
  nameHeldDays: 30,

  /** D37: how many new members of one network get the welcome grant on a day. */
  welcomeGrantsPerNetworkPerDay: 20,

  /** D57: friendships that are looked through for friends in common, and how many at a time. */
  inCommon: { budget: 2000, batch: 500 },

  /** D52 */
  idempotency: { keyMax: 255, keptHours: 24 },
} as const;
