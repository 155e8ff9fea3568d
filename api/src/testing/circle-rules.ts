import type { CircleRole, CircleType } from '@frens/contract/choices';
import * as fc from 'fast-check';

const kinds = [
  'join',
  'joinByLink',
  'ask',
  'accept',
  'declineRequest',
  'invite',
  'declineInvitation',
  'makeLink',
  'revokeLink',
  'nameAdmin',
  'nameMember',
  'remove',
  'ban',
  'lift',
  'transferOwnership',
  'open',
  'close',
  'gate',
  'leave',
  'end',
] as const;

/** One action in a circle; people and links are referred to by index. */
export interface Deed {
  kind: (typeof kinds)[number];
  by: number;
  of: number;
  link: number;
}

/** Ending is rare, because nothing can follow it; actions that change who may enter are frequent. */
const weights: Partial<Record<Deed['kind'], number>> = {
  end: 1,
  join: 12,
  joinByLink: 12,
  ban: 12,
  makeLink: 8,
  invite: 8,
  // Usually it stays invite-only, where most actions apply.
  close: 6,
  open: 2,
  gate: 3,
};

/** The circle's type after an action (D32). */
export const typeAfter = { open: 'open', close: 'invite', gate: 'stake_gated' } as const satisfies Partial<
  Record<Deed['kind'], CircleType>
>;

/** Random actions. */
export function deeds(people: number): fc.Arbitrary<Deed> {
  const someone = fc.nat(people - 1);
  // The first person owns the circle at first, so most of their actions succeed.
  const doer = fc.oneof(fc.constant(0), someone);
  const kind = fc.oneof(...kinds.map((one) => ({ weight: weights[one] ?? 4, arbitrary: fc.constant(one) })));
  return fc
    .record({ kind, by: doer, of: someone, link: fc.nat(2) })
    .map((deed) => (isOfOneself(deed) ? { ...deed, by: deed.of } : deed))
    .filter(({ kind: one, by, of }) => one !== 'invite' || by !== of);
}

/** Whether people only do this for themselves. */
function isOfOneself({ kind }: Deed): boolean {
  return ['join', 'joinByLink', 'ask', 'leave'].includes(kind);
}

/** A reference model of circles (D29–D32). The first person creates it, invite-only; a link admits one person. */
export class CircleRules {
  #type: CircleType = 'invite';
  /** Who has the stake that a gate requires. */
  readonly #stakers: ReadonlySet<number>;
  #isEnded = false;
  readonly #roles = new Map<number, CircleRole>([[0, 'owner']]);
  readonly #banned = new Set<number>();
  readonly #requests = new Map<number, 'pending' | 'declined'>();
  /** By invited person, then by inviter. */
  readonly #invitations = new Map<number, Map<number, 'open' | 'used' | 'declined'>>();
  readonly #links: { left: number | null; maker: number }[] = [];

  constructor(stakers: Iterable<number>) {
    this.#stakers = new Set(stakers);
  }

  /** Performs an action and returns its result. */
  does({ kind, by, of, link }: Deed): string {
    if (kind === 'declineInvitation') return this.#declineInvitation(by);
    if (this.#isEnded) return 'not_found';
    switch (kind) {
      case 'join':
        return this.#join(by, null);
      case 'joinByLink':
        return this.#join(by, link);
      case 'ask':
        return this.#ask(by);
      case 'invite':
        return this.#invite(by, of);
      case 'leave':
        if (this.#roles.get(by) === 'owner') return 'owner_must_hand_over';
        this.#roles.delete(by);
        return 'done';
      case 'nameAdmin':
      case 'nameMember':
      case 'transferOwnership':
      case 'open':
      case 'close':
      case 'gate':
      case 'end':
        return this.#roles.get(by) === 'owner' ? this.#own(kind, by, of) : 'forbidden';
      default:
        return this.#keeps(by) ? this.#keep(kind, by, of, link) : 'forbidden';
    }
  }

  /** The whole state, in the form that the test reads from the database, with the entry options of some viewers. */
  told(people: number, viewers: number[]) {
    const everybody = Array.from({ length: people }, (_, place) => place);
    return {
      isEnded: this.#isEnded,
      type: this.#type,
      memberCount: this.#roles.size,
      owner: everybody.find((one) => this.#roles.get(one) === 'owner'),
      roles: [...this.#roles].map(([one, role]) => `${one} ${role}`).sort(),
      banned: [...this.#banned].sort((a, b) => a - b),
      left: this.#links.map(({ left }) => left),
      ways: this.#isEnded ? [] : viewers.map((one) => this.#wayOf(one)),
    };
  }

  #wayOf(one: number): string {
    if (this.#roles.has(one)) return 'none';
    if (this.#banned.has(one)) return 'shut';
    if (this.#wantsStake(one)) return 'stake';
    if (this.#type !== 'invite') return 'join';
    if (this.#isInvited(one)) return 'invited';
    return this.#requests.has(one) ? 'none' : 'ask';
  }

  #wantsStake(one: number): boolean {
    return this.#type === 'stake_gated' && !this.#stakers.has(one);
  }

  #keeps(one: number): boolean {
    return ['owner', 'admin'].includes(this.#roles.get(one) ?? '');
  }

  #isInvited(one: number): boolean {
    const sent = [...(this.#invitations.get(one) ?? [])];
    return sent.some(([inviter, status]) => status === 'open' && this.#roles.has(inviter));
  }

  #enter(one: number): string {
    this.#roles.set(one, 'member');
    this.#requests.delete(one);
    const invitations = this.#invitations.get(one);
    for (const inviter of invitations?.keys() ?? []) invitations?.set(inviter, 'used');
    return 'done';
  }

  #join(one: number, place: number | null): string {
    if (this.#roles.has(one)) return 'done';
    if (this.#banned.has(one)) return 'not_admitted';
    // Neither an invitation nor a link overrides a gate.
    if (this.#wantsStake(one)) return 'stake_required';
    if (place === null) {
      const isLetIn = this.#type !== 'invite' || this.#isInvited(one);
      return isLetIn ? this.#enter(one) : 'invite_required';
    }
    const link = this.#links[place];
    if (!link?.left || !this.#keeps(link.maker)) return 'invite_invalid';
    link.left -= 1;
    return this.#enter(one);
  }

  #ask(one: number): string {
    if (this.#roles.has(one)) return 'done';
    if (this.#banned.has(one)) return 'not_admitted';
    if (this.#type !== 'invite') return 'conflict';
    if (!this.#requests.has(one)) this.#requests.set(one, 'pending');
    return 'done';
  }

  #invite(by: number, of: number): string {
    if (!this.#roles.has(by)) return 'forbidden';
    if (this.#type !== 'invite') return 'conflict';
    const invitations = this.#invitations.get(of) ?? new Map();
    this.#invitations.set(of, invitations);
    if (invitations.get(by) !== 'declined') invitations.set(by, 'open');
    return 'done';
  }

  #declineInvitation(one: number): string {
    const invitations = this.#invitations.get(one);
    for (const [inviter, status] of invitations ?? [])
      if (status === 'open') invitations?.set(inviter, 'declined');
    return 'done';
  }

  #own(
    kind: keyof typeof typeAfter | 'nameAdmin' | 'nameMember' | 'transferOwnership' | 'end',
    by: number,
    of: number,
  ): string {
    if (kind === 'open' || kind === 'close' || kind === 'gate') {
      this.#type = typeAfter[kind];
      return 'done';
    }
    if (kind === 'end') {
      this.#isEnded = true;
      return 'done';
    }
    if (of === by) return kind === 'transferOwnership' ? 'done' : 'forbidden';
    if (!this.#roles.has(of)) return 'not_found';
    if (kind === 'transferOwnership') this.#roles.set(by, 'admin').set(of, 'owner');
    else this.#roles.set(of, kind === 'nameAdmin' ? 'admin' : 'member');
    return 'done';
  }

  #keep(kind: Deed['kind'], by: number, of: number, place: number): string {
    if (kind === 'makeLink') this.#links.push({ left: 1, maker: by });
    if (kind === 'revokeLink') {
      const link = this.#links[place];
      if (link) link.left = null;
    }
    if (kind === 'lift') this.#banned.delete(of);
    if (kind === 'accept' || kind === 'declineRequest') {
      if (this.#requests.get(of) !== 'pending') return 'not_found';
      if (kind === 'accept') return this.#wantsStake(of) ? 'conflict' : this.#enter(of);
      this.#requests.set(of, 'declined');
    }
    if (kind === 'remove' || kind === 'ban') {
      const role = this.#roles.get(of);
      if (of === by || role === 'owner' || (role === 'admin' && this.#roles.get(by) !== 'owner'))
        return 'forbidden';
      this.#roles.delete(of);
      if (kind === 'ban') {
        this.#banned.add(of);
        this.#requests.delete(of);
        this.#invitations.delete(of);
      }
    }
    return 'done';
  }
}
