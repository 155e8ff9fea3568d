/** A rate limit of a call (throttling). It is counted in the database before the call acts, in one atomic step (D49). */
export interface CallLimit {
  /**
   * Whose calls share a counter: the member's, a network's (direct callers on this machine are exempt), or those with the same
   * address in a body field, whether or not it has an account. `fromOneNetwork` counts an address separately for each network, so
   * that a stranger cannot use up its owner's limit; `fromOneMember` separately for each member. `newAddress` counts the member's
   * calls with an address other than their own, which is sent a mail.
   */
  readonly per:
    | 'member'
    | 'network'
    | { readonly body: string; readonly fromOneNetwork?: true; readonly fromOneMember?: true }
    | { readonly newAddress: string };
  readonly points: number;
  readonly seconds: number;
  /** Fewer for accounts in their first 24 hours or without a confirmed address (D20). */
  readonly newcomerPoints?: number;
  /** Over the limit the caller gets 429; with `tell` the handler still runs and learns of it, so that the answer reveals nothing (D13). */
  readonly past?: 'refuse' | 'tell';
  /** Counts successful calls only. */
  readonly onlyDone?: true;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Limits of all calls (D49) and pages. Reads are counted per process and written to the database once a second. */
export const generalLimits = {
  member: { per: 'member', points: 1500, seconds: 5 * minute },
  visitor: { per: 'network', points: 300, seconds: 5 * minute },
  /** Pictures and other files, instead of the two above. */
  files: { per: 'network', points: 6000, seconds: 5 * minute },
  /** Pages and calls without a session lookup. */
  pages: { per: 'network', points: 1200, seconds: 5 * minute },
  /** Preview pages: each combination of versions is rendered on its first request. */
  previews: { per: 'network', points: 120, seconds: 5 * minute },
  memberWrites: { per: 'member', points: 120, seconds: minute },
  visitorWrites: { per: 'network', points: 120, seconds: minute },
} as const satisfies Record<string, CallLimit>;

export const perHour = (points: number, per: CallLimit['per'] = 'member') => ({ per, points, seconds: hour });
export const perDay = (points: number, per: CallLimit['per'] = 'member') => ({ per, points, seconds: day });
/** A number of calls per period of minutes. */
export const perMinutes = (minutes: number, points: number, per: CallLimit['per'] = 'member') => ({
  per,
  points,
  seconds: minutes * minute,
});
/** A silent limit: beyond it the call answers as usual and does less. */
export const silently = (limit: CallLimit): CallLimit => ({ ...limit, past: 'tell' });
/** Limits successful calls, not attempts. */
export const ofDone = (limit: CallLimit): CallLimit => ({ ...limit, onlyDone: true });
