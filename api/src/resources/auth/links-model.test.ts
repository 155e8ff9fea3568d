import { limits } from '@frens/contract/limits';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { day, fromNow, minute } from '../../clock.ts';
import { idFrom, type ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import { LinksModel, type ModelLink, type Outcome } from '../../testing/links-model.ts';
import { rareOrders, type Step, step } from '../../testing/links-steps.ts';
import { repetitions } from '../../testing/repetitions.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import type { LinkPurpose } from '../address-links/address-link.model.ts';
import { makeLink } from '../address-links/address-links.ts';
import { newMember } from '../members/new-member.ts';
import { sessionIdOf } from '../sessions/sessions.ts';

const runs = repetitions(50, 10_000);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const calls = {
  'sign-in': '/api/auth/verify',
  reset: '/api/auth/password/reset',
  confirm: '/api/auth/email/confirm',
  'change-email': '/api/auth/email/change',
  'undo-email': '/api/auth/email/undo',
  'keep-account': '/api/auth/account/keep',
} as const satisfies Record<LinkPurpose, string>;

/** What a link's page shows before its reader presses. */
async function isSaidToBeUsable(
  browser: TestClient | undefined,
  purpose: LinkPurpose,
  token: string,
): Promise<boolean | undefined> {
  const answer = await browser?.call('POST /api/auth/link/check', { body: { purpose, token } });
  return answer?.isUsable;
}

interface Compared {
  got: unknown;
  expected: unknown;
}

/** One account with two browsers, in the database and in the model. */
class Pair {
  readonly model: LinksModel;
  readonly #name: string;
  readonly #addresses: string[];
  readonly #ids: ObjectId[] = [];
  readonly #tokens: string[] = [];
  readonly #browsers: TestClient[] = [app.visitor(), app.visitor()];

  constructor(number: number, verified: boolean) {
    this.#name = `member.${number}`;
    this.#addresses = ['first', 'second', 'third'].map((name) => `${name}.${number}@model.example`);
    this.model = new LinksModel(this.#addresses[0] ?? '', verified);
  }

  async begin(): Promise<void> {
    const { _id } = await newMember(app.services, { email: this.#addresses[0] ?? '' });
    const { verified } = this.model.accounts[0] ?? {};
    const { Session, User } = app.services.db.models;
    const name = { username: this.#name, usernameKey: this.#name, profileComplete: true };
    await User.updateOne({ _id }, { ...name, emailVerified: verified, passwordHash: 'hashed' });
    this.#ids.push(_id);
    // The first browser is signed in to the account.
    const now = app.clock.now();
    const ends = (days: number) => fromNow(app.clock, days * day);
    await Session.create({
      _id: sessionIdOf(this.#name),
      userId: _id,
      createdAt: now,
      lastSeenAt: now,
      endsAt: ends(serverLimits.session.totalDays),
      idleEndsAt: ends(serverLimits.session.idleDays),
    });
    this.#browsers[0]?.cookies.set('sid', this.#name);
    this.model.signIn(0, 0);
  }

  /** Takes a step in both; returns the outcome and the model's prediction. */
  async take(one: Step): Promise<Compared | null> {
    switch (one.do) {
      case 'send':
        await this.#send(one.purpose);
        return null;
      case 'want':
        await this.#want(this.#addresses[one.address] ?? '');
        return null;
      case 'use':
        return this.#use(one);
      case 'wait':
        app.clock.advance(one.minutes * minute);
        this.model.now += one.minutes * minute;
        return null;
      case 'logout':
        await this.#browsers[one.browser]?.call('POST /api/logout');
        this.model.logOut(one.browser);
        return null;
      case 'complete':
        await app.services.db.models.User.updateMany({ _id: { $in: this.#ids } }, { profileComplete: true });
        for (const account of this.model.accounts) account.complete = true;
        return null;
      case 'end':
        return this.#end(one.browser);
      case 'revoke': {
        const answer = await this.#browsers[one.browser]?.send('POST', '/api/sessions/revoke-others');
        return { got: answer?.status, expected: this.model.revokeOthers(one.browser) ? 204 : 401 };
      }
    }
  }

  /** Creates links like the queue, without the mails, which other tests cover. */
  async #make(purpose: LinkPurpose, email: string, account: number | null): Promise<void> {
    const userId = account === null ? null : (this.#ids[account] ?? null);
    // Two links of the same millisecond have no order.
    app.clock.advance(1);
    this.model.now += 1;
    this.#tokens.push(await makeLink(app.services, { purpose, email, userId }));
    this.model.send(purpose, email, account, limits.linkMinutes[purpose]);
  }

  async #send(purpose: 'sign-in' | 'reset' | 'confirm'): Promise<void> {
    const [account] = this.model.accounts;
    if (!account || account.email === '' || (purpose === 'confirm' && account.ending)) return;
    await this.#make(purpose, account.email, purpose === 'confirm' ? 0 : null);
  }

  async #end(index: number): Promise<Compared> {
    const browser = this.#browsers[index];
    const signedInTo = this.model.sessions.get(index)?.account ?? 0;
    const account = this.model.accounts[signedInTo];
    const email = account?.email ?? '';
    const isSure = account?.verified;
    const confirm = signedInTo === 0 ? this.#name : email;
    const answer = await browser?.send('DELETE', '/api/account', { body: { confirm } });
    const expected = this.model.end(index);
    // The notice that is mailed with it.
    if (expected === 202 && isSure) await this.#make('keep-account', email, signedInTo);
    return { got: answer?.status, expected };
  }

  async #want(address: string): Promise<void> {
    const [account] = this.model.accounts;
    if (!account?.verified || account.ending || account.email === address) return;
    account.pending = address;
    await app.services.db.models.User.updateOne({ _id: this.#ids[0] }, { pendingEmail: address });
    await this.#make('change-email', address, 0);
    await this.#make('undo-email', account.email, 0);
  }

  async #use({
    link: wanted,
    browser: index,
    isMine,
    keep,
  }: Extract<Step, { do: 'use' }>): Promise<Compared | null> {
    const { links } = this.model;
    if (links.length === 0) return null;
    // Prefer the newest links.
    const place = Math.max(0, links.length - 1 - wanted);
    const link: ModelLink | undefined = links[place];
    if (!link) return null;
    const token = this.#tokens[place] ?? '';
    const isUsable = await isSaidToBeUsable(this.#browsers[index], link.purpose, token);
    const response = await this.#browsers[index]?.send('POST', calls[link.purpose], {
      body: { token, password: 'tea and toast', isMine, keepAccount: keep },
    });
    if (!response) return null;
    const before = this.model.accounts.length;
    // A second POST from the browser with the link's session gets the same answer (D10).
    const isRepeated = link.purpose === 'sign-in' && link.state === 'used' && response.status === 200;
    const caller = isRepeated ? this.model.call(index) : null;
    const expected: Outcome = caller === null ? this.model.use(link, index, { isMine, keep }) : 'done';
    // Safe: the app checks its answers against the contract.
    const answer = (await response.json()) as { code?: string; status?: string; user?: { id: string } };
    const outcomes: Record<string, Outcome> = {
      invalid_token: 'invalid',
      account_exists: 'taken',
      other_account: 'other',
      account_ending: 'ending',
    };
    const got =
      response.status === 200
        ? answer.status === 'question'
          ? 'question'
          : 'done'
        : outcomes[answer.code ?? ''];
    // The check before the use must have predicted the outcome.
    // Only a reader who claims the account learns that an address is taken.
    const isDead = got === 'invalid' || (got === 'taken' && link.purpose !== 'change-email');
    if (isUsable === isDead) return { got: `usable: ${isUsable}`, expected };
    if (this.model.accounts.length > before) this.#ids.push(idFrom(answer.user?.id ?? ''));
    return { got, expected };
  }

  /** The state of the database in the model's terms. */
  async stored() {
    const { Session, User } = app.services.db.models;
    const users = await User.find({ _id: { $in: this.#ids } }).lean();
    const sessions = await Session.find({
      userId: { $in: this.#ids },
      idleEndsAt: { $gt: app.clock.now() },
    }).lean();
    const accounts = this.#ids.map((id) => {
      const user = users.find(({ _id }) => _id.equals(id));
      return {
        email: user?.email,
        verified: user?.emailVerified,
        pending: user?.pendingEmail,
        hasPassword: user?.passwordHash !== null,
        complete: user?.profileComplete,
        ending: user?.eraseAt !== undefined,
      };
    });
    const signedIn = this.#browsers.map(({ cookies }) => {
      const session = sessions.find(({ _id }) => _id === sessionIdOf(cookies.get('sid') ?? ''));
      return session ? this.#ids.findIndex((id) => id.equals(session.userId)) : null;
    });
    return { accounts, signedIn, sessions: sessions.length };
  }

  expected() {
    const { accounts, sessions, now } = this.model;
    const signedIn = this.#browsers.map((_client, index) => {
      const session = sessions.get(index);
      return session && session.idleEndsAt > now ? session.account : null;
    });
    return { accounts, signedIn, sessions: signedIn.filter((account) => account !== null).length };
  }
}

it(`behaves like the model of links and sessions in ${runs} random sequences`, async () => {
  let number = 0;
  const reached = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(step, { minLength: 3, maxLength: 8 }),
      async (verified, steps) => {
        const pair = new Pair((number += 1), verified);
        await pair.begin();
        for (const one of steps) {
          const compared = await pair.take(one);
          expect(compared?.got).toEqual(compared?.expected);
          // Their effect shows at the next use.
          if (one.do === 'send' || one.do === 'wait') continue;
          expect(await pair.stored()).toEqual(pair.expected());
        }
        for (const { purpose, state } of pair.model.links) {
          const what = `${purpose} ${state}`;
          reached.set(what, (reached.get(what) ?? 0) + 1);
        }
      },
    ),
    { numRuns: runs, examples: rareOrders },
  );
  // Coverage: links of every kind were consumed. A long run achieves this at random; a short one needs the fixed rare sequences.
  const few = runs < 1000 ? 0 : runs / 100;
  const rare = Object.keys(calls).filter((purpose) => (reached.get(`${purpose} used`) ?? 0) <= few);
  expect(rare).toEqual([]);
}, 3_600_000);
