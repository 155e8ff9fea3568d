/** The limits that every page's scripts need; `limits` would bring all the others along. */
export const firstPageLimits = {
  /** D4 */
  password: { min: 6, max: 256 },
  /** D60: the maximum count of unread notifications. */
  unreadCounted: 100,
  searchText: { max: 100 },
  /** D37, an amount of BAMBOO for a confirmed address. */
  confirmedGrant: '25.00',
  /** D20 */
  requestsPerDayUnverified: 20,
} as const;
