/** A rate limit of a call (throttling). It is counted in the database before the call acts, in one atomic step (D49). */
export interface CallLimit {
  /**
   * Whose calls are counted together: the member's, those of a network (direct callers on this machine are exempt), or
   * those that name the same address in a field of the body, whether or not anybody has it; `fromOneNetwork` counts them
   * for each network by itself, so that a stranger cannot use up what the address's owner has, and `fromOneMember` for each
   * member. With `newAddress` they are the member's that name another address than theirs, which is sent a mail.
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
  /** Beyond it the caller gets 429; with `tell` the call runs and knows, where nobody may notice (D13). */
  readonly past?: 'refuse' | 'tell';
  /** A call that is refused or fails does not use it up: of what the call does so much is done, however often it is tried. */
  readonly onlyDone?: true;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** For every call (D49), and for pages. All that reads is counted per process and settled with the database once a second. */
export const generalLimits = {
  member: { per: 'member', points: 1500, seconds: 5 * minute },
  visitor: { per: 'network', points: 300, seconds: 5 * minute },
  /** Pictures and other files, instead of the two above. */
  files: { per: 'network', points: 6000, seconds: 5 * minute },
  /** Pages of the site and of these calls, which no session is looked up for. */
  pages: { per: 'network', points: 1200, seconds: 5 * minute },
  /** Pages of versions that are not live: each choice of versions is made for who asks first. */
  previews: { per: 'network', points: 120, seconds: 5 * minute },
  memberWrites: { per: 'member', points: 120, seconds: minute },
  visitorWrites: { per: 'network', points: 120, seconds: minute },
} as const satisfies Record<string, CallLimit>;

export const perMinute = (points: number, per: CallLimit['per'] = 'member') => ({
  per,
  points,
  seconds: minute,
});
export const perHour = (points: number, per: CallLimit['per'] = 'member') => ({ per, points, seconds: hour });
export const perDay = (points: number, per: CallLimit['per'] = 'member') => ({ per, points, seconds: day });
/** So many in a number of minutes. */
export const perMinutes = (minutes: number, points: number, per: CallLimit['per'] = 'member') => ({
  per,
  points,
  seconds: minutes * minute,
});
/** A silent limit: beyond it the call answers as usual and does less. */
export const silently = (limit: CallLimit): CallLimit => ({ ...limit, past: 'tell' });
/** A limit of what a call has done, not of how often it was tried. */
export const ofDone = (limit: CallLimit): CallLimit => ({ ...limit, onlyDone: true });
