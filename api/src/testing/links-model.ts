import type { LinkPurpose } from '../resources/address-links/address-link.model.ts';

/** An account of the model. */
export interface ModelAccount {
  email: string;
  verified: boolean;
  pending: string | null;
  hasPassword: boolean;
  /** Whether the profile is complete; a magic link creates an incomplete one. */
  complete: boolean;
  /** Deletion is pending and can still be undone. */
  ending: boolean;
}

export interface ModelLink {
  purpose: LinkPurpose;
  email: string;
  /** The account's index; null: whichever account has the address. */
  account: number | null;
  expiresAt: number;
  state: 'live' | 'used' | 'gone';
}

interface ModelSession {
  account: number;
  startedAt: number;
  lastSeenAt: number;
  idleEndsAt: number;
}

/** `other`: the browser is signed in to another account; `ending`: deletion is pending and must be undone first. */
export type Outcome = 'done' | 'question' | 'invalid' | 'taken' | 'other' | 'ending';

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * A reference model of links, addresses and sessions of a few accounts, without a database: the rules of D9, D10, D11, D13, D14 and D46.
 * Times are in milliseconds.
 */
export class LinksModel {
  now = 0;
  readonly accounts: ModelAccount[];
  readonly links: ModelLink[] = [];
  /** By browser. */
  readonly sessions = new Map<number, ModelSession>();

  constructor(email: string, verified: boolean) {
    this.accounts = [{ email, verified, pending: null, hasPassword: true, complete: true, ending: false }];
  }

  /** At most three links of a kind stay valid for an address. */
  send(purpose: LinkPurpose, email: string, account: number | null, minutes: number): void {
    const alike = this.links.filter((one) => one.purpose === purpose && one.email === email);
    const unused = alike.filter(({ state }) => state === 'live');
    for (const old of unused.slice(0, Math.max(0, unused.length - 2))) old.state = 'gone';
    this.links.push({ purpose, email, account, expiresAt: this.now + minutes * minute, state: 'live' });
  }

  /** A browser's request; returns its account. */
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

  use(
    link: ModelLink,
    browser: number,
    { isMine, keep = false }: { isMine?: boolean; keep?: boolean },
  ): Outcome {
    const caller = this.call(browser);
    switch (link.purpose) {
      case 'sign-in':
        return this.#verify(link, browser, { caller, keep });
      case 'reset':
        return this.#reset(link, browser, keep);
      case 'keep-account':
        return this.#keep(link);
      case 'confirm':
        return this.#confirm(link, caller, isMine);
      case 'change-email':
        return this.#change(link, browser, { caller, isMine });
      case 'undo-email':
        return this.#undo(link);
    }
  }

  signIn(browser: number, account: number): void {
    const { now } = this;
    this.sessions.set(browser, { account, startedAt: now, lastSeenAt: now, idleEndsAt: now + 14 * day });
  }

  /** Deletes a browser's account without giving a password; returns the response's status. */
  end(browser: number): 202 | 400 | 401 | 403 {
    const index = this.call(browser);
    const session = this.sessions.get(browser);
    if (index === null || !session) return 401;
    const account = this.#account(index);
    if (session.startedAt <= this.now - 10 * minute) return account.hasPassword ? 400 : 403;
    const { email, verified } = account;
    Object.assign(account, { ending: true, pending: null });
    this.#endSessions(index);
    for (const one of this.links) {
      const isTheirs = one.account === index || (verified && one.email === email);
      if (one.state === 'live' && isTheirs && one.purpose !== 'undo-email') one.state = 'gone';
    }
    // An unconfirmed address is freed.
    if (!verified) {
      account.email = '';
      this.#endLinks(index);
    }
    return 202;
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

  #verify(
    link: ModelLink,
    browser: number,
    { caller, keep }: { caller: number | null; keep: boolean },
  ): Outcome {
    if (!this.#isLive(link)) return 'invalid';
    if (caller !== null && this.#account(caller).email !== link.email) return 'other';
    let index = this.accounts.findIndex(({ email }) => email === link.email);
    if (index !== -1 && !this.#mayEnter(index, keep)) return 'ending';
    this.#spend(link);
    if (index === -1) {
      const { email } = link;
      const begun = { email, verified: true, pending: null, hasPassword: false, ending: false };
      index = this.accounts.push({ ...begun, complete: false }) - 1;
    }
    link.account = index;
    const account = this.#account(index);
    if (!account.verified) {
      account.verified = true;
      if (caller !== index && account.hasPassword) {
        account.hasPassword = false;
        this.#endSessions(index);
      }
    }
    this.signIn(browser, index);
    return 'done';
  }

  #reset(link: ModelLink, browser: number, keep: boolean): Outcome {
    const index = this.accounts.findIndex(({ email }) => email === link.email);
    if (!this.#isLive(link) || index === -1) return 'invalid';
    if (!this.#mayEnter(index, keep)) return 'ending';
    this.#spend(link);
    link.account = index;
    Object.assign(this.#account(index), { verified: true, hasPassword: true, pending: null });
    this.#endLinks(index, ['change-email']);
    this.#endSessions(index);
    this.signIn(browser, index);
    return 'done';
  }

  /** An account with a pending deletion is entered only after confirming that it should be kept. */
  #mayEnter(index: number, keep: boolean): boolean {
    const account = this.#account(index);
    if (account.ending && !keep) return false;
    account.ending = false;
    return true;
  }

  #keep(link: ModelLink): Outcome {
    const index = link.account ?? -1;
    const { ending } = this.#account(index);
    if (link.state === 'used' && !ending) return 'done';
    if (!this.#isLive(link) || !ending) return 'invalid';
    this.#spend(link);
    this.#account(index).ending = false;
    return 'done';
  }

  #confirm(link: ModelLink, caller: number | null, isMine: boolean | undefined): Outcome {
    const index = link.account ?? -1;
    if (caller === index && this.#account(index).verified && link.state !== 'gone') return 'done';
    const { email, ending, verified } = this.#account(index);
    if (link.state === 'used' && verified && email === link.email && !ending) return 'done';
    if (!this.#isLive(link) || email !== link.email || ending) return 'invalid';
    const account = this.#account(index);
    if (caller !== index && !account.verified && isMine === undefined) return 'question';
    this.#spend(link);
    if (caller !== index && !account.verified && isMine === false) {
      Object.assign(account, { email: '', pending: null });
      this.#endLinks(index);
    } else account.verified = true;
    return 'done';
  }

  #change(
    link: ModelLink,
    browser: number,
    { caller, isMine }: { caller: number | null; isMine: boolean | undefined },
  ): Outcome {
    const index = link.account ?? -1;
    if (!this.#isLive(link) || this.#account(index).pending !== link.email) return 'invalid';
    const isOwn = caller === index;
    if (!isOwn && isMine === undefined) return 'question';
    if (!isOwn && !isMine) {
      this.#spend(link);
      this.#account(index).pending = null;
      this.#endLinks(index, ['change-email']);
      return 'done';
    }
    if (this.#isTaken(link.email, index)) return 'taken';
    this.#spend(link);
    Object.assign(this.#account(index), { email: link.email, verified: true, pending: null });
    this.#endSessions(index, caller === index ? browser : undefined);
    this.#endLinks(index, ['change-email', 'confirm']);
    // Changing back to an address consumes the undo link mailed to it.
    const isUndo = (one: ModelLink) => one.purpose === 'undo-email' && one.account === index;
    const live = this.links.filter((one) => isUndo(one) && this.#isLive(one));
    const undone = live.find(({ email }) => email === link.email);
    if (undone) for (const one of live.slice(live.indexOf(undone))) one.state = 'gone';
    if (undone) undone.state = 'used';
    return 'done';
  }

  #undo(link: ModelLink): Outcome {
    const index = link.account ?? -1;
    if (!this.#isLive(link)) return 'invalid';
    const holder = this.accounts.findIndex(({ email }, other) => other !== index && email === link.email);
    if (holder !== -1) {
      if (this.#account(holder).complete) return 'taken';
      // An incomplete account loses the address.
      Object.assign(this.#account(holder), { email: '', verified: false, pending: null });
      this.#endLinks(holder);
    }
    this.#spend(link);
    Object.assign(this.#account(index), {
      email: link.email,
      verified: true,
      pending: null,
      hasPassword: false,
      ending: false,
    });
    this.#endSessions(index);
    // Undo links of earlier changes outlive those of later ones.
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

  /** Using a link invalidates the others of its kind to the same address. */
  #spend(link: ModelLink): void {
    for (const one of this.links) {
      if (one.state === 'live' && one.purpose === link.purpose && one.email === link.email)
        one.state = 'gone';
    }
    link.state = 'used';
  }

  #endLinks(account: number, purposes?: LinkPurpose[]): void {
    for (const one of this.links) {
      if (one.state !== 'live' || one.account !== account) continue;
      if (!purposes || purposes.includes(one.purpose)) one.state = 'gone';
    }
  }

  #endSessions(account: number, except?: number): void {
    for (const [browser, session] of this.sessions) {
      if (session.account === account && browser !== except) this.sessions.delete(browser);
    }
  }
}
