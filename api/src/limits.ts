/**
 * Numbers that only the server knows and that no form, mock or screen depends on. Those that members meet stand in
 * `@frens/contract/limits`. The comments give the decision (docs/product.md) that fixed the value.
 */
export const serverLimits = {
  /** D1 */
  body: { bytes: 100 * 1024, depth: 8, keys: 200 },

  /** D8: argon2id parameters, and how many hashes may run and wait. */
  passwordHash: { memoryKiB: 19_456, passes: 2, lanes: 1, saltBytes: 16, concurrent: 4, queued: 64 },
  /** Of uploaded pictures, how many may wait while one is decoded, and how many seconds that may take. */
  picture: { queued: 16, seconds: 10 },
  loginFailures: {
    perNetwork: 5,
    windowMinutes: 15,
    perAccount: 50,
    accountWindowMinutes: 60,
    maxWaitSeconds: 60,
  },

  /** D11 */
  session: { idleDays: 14, totalDays: 90, perMember: 20, lastSeenGrainMinutes: 5 },
  /** D11: days that a browser is known after its last session; a day more, because sessions tell of it once a day. */
  browserKnownDays: 91,
  /** D11: mails to a member about browsers that are new. */
  newBrowserMailsPerDay: 5,

  /** D9: links of one kind to one address that live at once, and how long a spent one is remembered. */
  addressLink: { perPurpose: 3, keptDays: 1 },

  /** D14: how long after a sign-in a sensitive change needs no password. */
  freshSignInMinutes: 10,

  /** D37: how many new members of one network get the welcome grant on a day. */
  welcomeGrantsPerNetworkPerDay: 20,

  /** D57: friendships that are looked through for friends in common, and how many at a time. */
  inCommon: { budget: 2000, batch: 500 },

  /** D52 */
  idempotency: { keyMax: 255, keptHours: 24 },
} as const;
