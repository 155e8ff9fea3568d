/**
 * Every number that a rule of the product names, in one place and without any dependency, so that forms,
 * server, mocks and tests agree. The comments give the decision (docs/product.md) that fixed the value.
 */
export const limits = {
  /** D4 */
  username: { min: 3, max: 50 },
  password: { min: 6, max: 256 },
  email: { max: 254 },
  name: { min: 2, max: 80 },
  age: { min: 18, max: 100 },
  bio: { max: 1000 },
  occupation: { max: 100 },
  interests: { max: 20, each: 30 },
  location: { max: 100 },
  connectionNote: { max: 300 },
  circleName: { min: 1, max: 80 },
  circleDescription: { max: 1000 },
  searchText: { max: 100 },

  /** D1 */
  page: { max: 200, default: 100 },
  bodyBytes: 100 * 1024,
  bodyDepth: 8,
  bodyKeys: 200,

  /** D8: argon2id parameters, and how many hashes may run and wait. */
  passwordHash: { memoryKiB: 19_456, passes: 2, lanes: 1, saltBytes: 16, concurrent: 4, queued: 64 },
  loginFailures: {
    perNetwork: 5,
    windowMinutes: 15,
    perAccount: 50,
    accountWindowMinutes: 60,
    maxWaitSeconds: 60,
  },

  /** D11 */
  session: { idleDays: 14, totalDays: 90, perMember: 20, lastSeenGrainMinutes: 5 },

  /** D14: how long after a sign-in a sensitive change needs no password. */
  freshSignInMinutes: 10,

  /** D20 */
  connections: {
    perDay: 40,
    perDayNewOrUnverified: 20,
    newAccountHours: 24,
    open: 200,
    declineShownPendingDays: 30,
    asksPerPair: 3,
    pendingDays: 90,
  },

  /** D28 */
  circles: { perDay: 20, owned: 50, gateMin: '0.01', gateMax: '100000.00', gateDefault: '10.00' },

  /** D34 */
  stakes: { perHour: 60, listed: 50 },

  /** D37, amounts of BAMBOO */
  grants: { welcome: '100.00', quiz: '25.00', perNetworkPerDay: 20 },

  /** D38 */
  quotient: { max: 999.9, stakeCountedPerBacker: 100, connectionsCounted: 100, matchesCounted: 100 },

  /** D39, D40 */
  quiz: { labs: 11, maxResponseMs: 3_600_000, perDay: 5, kept: 10 },

  /** D52 */
  idempotency: { keyMax: 255, keptHours: 24 },
} as const;
