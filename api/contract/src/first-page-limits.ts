/** The limits that the scripts of every page need; apart from `limits`, which would bring all the others along. */
export const firstPageLimits = {
  /** D4 */
  password: { min: 6, max: 256 },
  /** D60: unread notifications are counted so far. */
  unreadCounted: 100,
  searchText: { max: 100 },
  /** D37, an amount of BAMBOO for a confirmed address. */
  confirmedGrant: '25.00',
  /** D20 */
  requestsPerDayUnverified: 20,
} as const;
