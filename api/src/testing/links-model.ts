import type { LinkPurpose } from '../resources/address-links/address-link.model.ts';

/** What keeps an account that is ending has tests of its own. */
export type ModelPurpose = Exclude<LinkPurpose, 'keep-account'>;

/** An account as the model knows it. */
export interface ModelAccount {
  email: string;
  verified: boolean;
  pending: string | null;
  hasPassword: boolean;
}

export interface ModelLink {
  purpose: ModelPurpose;
  email: string;
  /** Index of the account it is about; null: whoever has the address. */
  account: number | null;
  expiresAt: number;
  state: 'live' | 'used' | 'gone';
}

interface ModelSession {
  account: number;
  lastSeenAt: number;
  idleEndsAt: number;
}

export type Outcome = 'done' | 'question' | 'invalid' | 'taken';

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * What links, addresses and sessions of a few accounts do, without a database: the rules of D9, D10, D11, D13 and D14 once more, as
 * plainly as they can be said. Times are milliseconds.
 */
export class LinksModel {
  now = 0;
  readonly accounts: ModelAccount[];
  readonly links: ModelLink[] = [];
  /** By browser. */
  readonly sessions = new Map<number, ModelSession>();

  constructor(email: string, verified: boolean) {
    this.accounts = [{ email, verified, pending: null, hasPassword: true }];
  }

  /** Three of a kind live for an address. */
  send(purpose: ModelPurpose, email: string, account: number | null, minutes: number): void {
    const alike = this.links.filter((one) => one.purpose === purpose && one.email === email);
    const unused = alike.filter(({ state }) => state === 'live');
    for (const old of unused.slice(0, Math.max(0, unused.length - 2))) old.state = 'gone';
    this.links.push({ purpose, email, account, expiresAt: this.now + minutes * minute, state: 'live' });
  }

  /** A request of a browser; returns the account that it is signed in to. */
  call(browser: number): number | null {
    const session = this.sessions.get(browser);
    if (!session) return null;
    if (session.idleEndsAt <= this.now) return null;
    if (session.lastSeenAt <= this.now - 5 * minute) {
      session.lastSeenAt = this.now;
      session.idleEndsAt = this.now + 14 * day;
    }
    return session.account;
  }

  use(link: ModelLink, browser: number, isMine: boolean | undefined): Outcome {
    const caller = this.call(browser);
    switch (link.purpose) {
      case 'sign-in':
        return this.#verify(link, browser, caller);
      case 'reset':
        return this.#reset(link, browser);
      case 'confirm':
        return this.#confirm(link, caller, isMine);
      case 'change-email':
        return this.#change(link, browser, caller);
      case 'undo-email':
        return this.#undo(link);
    }
  }

  logOut(browser: number): void {
    this.sessions.delete(browser);
  }

  revokeOthers(browser: number): boolean {
    const account = this.call(browser);
    if (account === null) return false;
    this.#endSessions(account, browser);
    this.#account(account).pending = null;
    this.#endLinks(account, ['change-email']);
    return true;
  }

  #verify(link: ModelLink, browser: number, caller: number | null): Outcome {
    if (!this.#isLive(link)) return 'invalid';
    this.#spend(link);
    let index = this.accounts.findIndex(({ email }) => email === link.email);
    if (index === -1) {
      index =
        this.accounts.push({ email: link.email, verified: true, pending: null, hasPassword: false }) - 1;
    }
    const account = this.#account(index);
    if (!account.verified) {
      account.verified = true;
      if (caller !== index && account.hasPassword) {
        account.hasPassword = false;
        this.#endSessions(index);
      }
    }
    this.#signIn(browser, index);
    return 'done';
  }

  #reset(link: ModelLink, browser: number): Outcome {
    const index = this.accounts.findIndex(({ email }) => email === link.email);
    if (!this.#isLive(link) || index === -1) return 'invalid';
    this.#spend(link);
    Object.assign(this.#account(index), { verified: true, hasPassword: true, pending: null });
    this.#endLinks(index, ['change-email']);
    this.#endSessions(index);
    this.#signIn(browser, index);
    return 'done';
  }

  #confirm(link: ModelLink, caller: number | null, isMine: boolean | undefined): Outcome {
    const index = link.account ?? -1;
    if (caller === index && this.#account(index).verified && link.state !== 'gone') return 'done';
    if (!this.#isLive(link) || this.#account(index).email !== link.email) return 'invalid';
    const account = this.#account(index);
    if (caller !== index && !account.verified && isMine === undefined) return 'question';
    this.#spend(link);
    if (caller !== index && !account.verified && isMine === false) {
      Object.assign(account, { email: '', pending: null });
      this.#endLinks(index);
    } else account.verified = true;
    return 'done';
  }

  #change(link: ModelLink, browser: number, caller: number | null): Outcome {
    const index = link.account ?? -1;
    if (!this.#isLive(link) || this.#account(index).pending !== link.email) return 'invalid';
    if (this.#isTaken(link.email, index)) return 'taken';
    this.#spend(link);
    Object.assign(this.#account(index), { email: link.email, verified: true, pending: null });
    this.#endSessions(index, caller === index ? browser : undefined);
    this.#endLinks(index, ['change-email', 'confirm']);
    return 'done';
  }

  #undo(link: ModelLink): Outcome {
    const index = link.account ?? -1;
    if (!this.#isLive(link)) return 'invalid';
    if (this.#isTaken(link.email, index)) return 'taken';
    this.#spend(link);
    Object.assign(this.#account(index), { email: link.email, verified: true, pending: null });
    this.#endSessions(index);
    // What undoes an earlier change outlives what undoes a later one.
    for (const one of this.links) {
      const isEarlier = one.purpose === 'undo-email' && one.expiresAt < link.expiresAt;
      if (one.state === 'live' && one.account === index && !isEarlier) one.state = 'gone';
    }
    return 'done';
  }

  #account(index: number): ModelAccount {
    const account = this.accounts[index];
    if (!account) throw new RangeError(`The model has no account ${index}.`);
    return account;
  }

  #isLive({ state, expiresAt }: ModelLink): boolean {
    return state === 'live' && expiresAt > this.now;
  }

  #isTaken(wanted: string, index: number): boolean {
    return this.accounts.some(({ email }, other) => other !== index && email === wanted);
  }

  /** A used link ends the others of its kind to the address. */
  #spend(link: ModelLink): void {
    for (const one of this.links) {
      if (one.state === 'live' && one.purpose === link.purpose && one.email === link.email)
        one.state = 'gone';
    }
    link.state = 'used';
  }

  #endLinks(account: number, purposes?: ModelPurpose[]): void {
    for (const one of this.links) {
      if (one.state !== 'live' || one.account !== account) continue;
      if (!purposes || purposes.includes(one.purpose)) one.state = 'gone';
    }
  }

  #signIn(browser: number, account: number): void {
    this.sessions.set(browser, { account, lastSeenAt: this.now, idleEndsAt: this.now + 14 * day });
  }

  #endSessions(account: number, except?: number): void {
    for (const [browser, session] of this.sessions) {
      if (session.account === account && browser !== except) this.sessions.delete(browser);
    }
  }
}
