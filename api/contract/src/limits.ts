import { firstPageLimits } from './first-page-limits.ts';

/**
 * Every number of the product's rules that forms, screens or mocks need as well as the server, in one place and without
 * any dependency. Those of the profile's other fields stand in `profile-fields.ts`, what only the server needs in `api/src/limits.ts`. The comments give the decision (docs/product.md) that fixed the value.
 */
export const limits = {
  /** D4 */
  username: { min: 3, max: 50 },
  password: firstPageLimits.password,
  email: { max: 254 },
  name: { min: 2, max: 80 },
  age: { min: 18, max: 100 },
  connectionNote: { max: 300 },
  matchMessage: { max: 500 },
  circleName: { min: 1, max: 80 },
  circleDescription: { max: 1000 },
  searchText: firstPageLimits.searchText,
  /** D15 */
  picture: { maxBytes: 5 * 1024 * 1024, types: ['image/jpeg', 'image/png', 'image/webp'], perHour: 10 },

  /** D1 */
  page: { max: 200, default: 100 },

  /** D46 */
  exportsPerDay: 5,
  /** D46: days in which a deletion can be cancelled, and how often an account may be deleted. */
  ending: { undoDays: 7, perDay: 5 },

  /** D9: maximum length of the page to return to. */
  nextPath: { max: 500 },

  /** D49: in 30 minutes. */
  registrationsPerNetwork: 20,
  /** D9, D13, D14, D46: lifetime of links in mails by purpose, in minutes. */
  linkMinutes: {
    'sign-in': 15,
    reset: 30,
    confirm: 24 * 60,
    'change-email': 60,
    'undo-email': 7 * 24 * 60,
    'keep-account': 7 * 24 * 60,
  },
  /** D9: per address and network, per address before links are queued, and per network. */
  magicLinks: { per15Minutes: 5, perDay: 20, atOncePerDay: 20, perNetwork: 30 },
  /** D7, D14: mails to a member's own address, old or new. */
  addressMails: { per15Minutes: 5, perDay: 20, newPerDay: 10 },
  /** D7: checks for common passwords. */
  passwordChecks: { perNetwork: 60 },
  passwordResets: { per15Minutes: 5, perDay: 4, perNetwork: 20 },

  /** D12, D14: how long after a sign-in a sensitive change needs no password. */
  freshSignInMinutes: 10,

  /** D20 */
  connections: { perDay: 40, perDayNewOrUnverified: firstPageLimits.requestsPerDayUnverified },

  /** D67: length and number of a member's messages. */
  messages: { max: 1000, perDay: 200, conversations: 20 },
  /** D25, D26; D37 for the matchmaker's reward. */
  matches: { perDay: 10, openDays: 14, candidates: 20, friends: 4, thanks: '5.00' },

  /** D23 */
  blocksPerDay: 100,
  reportsPerDay: 10,
  reportDetails: { max: 2000 },

  /** D69: pending items of each kind, shown and counted; news; proposed people and circles. */
  home: { waiting: 5, counted: 20, news: 10, people: 6, circles: 3 },

  /** D57: friends in common on a person's page. */
  inCommon: { friends: 24 },

  /** D45: a member's links and mails per day; mails to one address from all members and from one, within some days. */
  invitations: {
    linksPerDay: 20,
    mailsPerDay: 10,
    mailsPerAddress: 3,
    mailsPerAddressAndInviter: 1,
    addressDays: 7,
  },

  /** D28, D32 */
  circles: {
    perDay: 20,
    keptAfterEndDays: 30,
    bansPerDay: 100,
    editsPerHour: 60,
    gateMin: '0.01',
    gateMax: '100000.00',
    gateDefault: '10.00',
  },

  /** D30: links of a circle, and invitations of one friend; how many of both a member creates per day. */
  circleInvitations: {
    uses: { min: 1, max: 100, default: 25 },
    days: { min: 1, max: 30, default: 7 },
    perDay: 50,
    friendDays: 14,
    friendsPerDay: 10,
  },

  /** D42: length of a Panda's name, and days between renames. */
  pandaName: { min: 2, max: 40, days: 30 },

  /** D43; D4 for the tags. */
  content: { max: 2000, perDay: 20, tags: { max: 10, each: 30 } },

  /** D68 */
  circlePosts: { max: 2000, perDay: 20 },

  /** D34; D36 for the lock in days. */
  stakes: { perHour: 60, lockedDays: 7, withdrawalsPerHour: 60 },

  /** D37, amounts of BAMBOO */
  grants: { welcome: '100.00', quiz: '25.00', confirmed: firstPageLimits.confirmedGrant },

  /** D38 */
  quotient: { max: 999.9, stakeCountedPerBacker: 100, connectionsCounted: 100, matchesCounted: 100 },

  /** D39, D40 */
  quiz: { labs: 11, maxResponseMs: 3_600_000, perDay: 5 },
} as const;
