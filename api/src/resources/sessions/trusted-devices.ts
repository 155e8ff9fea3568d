import type { Language } from '@frens/contract';
import { messageText } from '@frens/contract/messages';
import { day, fromNow, second } from '../../clock.ts';
import { retryOnDuplicateKey } from '../../database/database-errors.ts';
import type { ObjectId } from '../../database/ids.ts';
import { serverLimits } from '../../limits.ts';
import { mailMember } from '../../mail/mail-member.ts';
import type { Counter } from '../../rate-limits/limiter.ts';
import type { CallServices, Services } from '../../services.ts';
import { mailLanguageOf } from '../members/user.model.ts';
import { notifySecurity } from '../notification-dispatch/notify.ts';
import type { BrowserName } from './session.model.ts';

function idOf(userId: ObjectId, browser: BrowserName | null): string {
  return [String(userId), browser?.name ?? '', browser?.system ?? ''].join('/');
}

/** Rate limit: an attacker with the password could flood the member's inbox by varying the `User-Agent`. */
const mailLimitOf = (userId: ObjectId): Counter => ({
  name: 'new browser mails',
  who: String(userId),
  points: serverLimits.newBrowserMailsPerDay,
  seconds: day / second,
});

/** Remembers a member's browser. Called at sign-in, and once on every day that a session is used. */
export async function trustDevice(
  { db, clock }: Services,
  userId: ObjectId,
  browser: BrowserName | null,
): Promise<void> {
  const forgetAt = fromNow(clock, serverLimits.trustedDeviceDays * day);
  const { name, system } = browser ?? { name: null, system: null };
  const device = { userId, name, system, lastSeenAt: clock.now(), forgetAt };
  const _id = idOf(userId, browser);
  await retryOnDuplicateKey(() =>
    db.models.TrustedDevice.updateOne({ _id }, { $set: device }, { upsert: true }),
  );
}

/**
 * Notifies a member, also by mail, of a sign-in with a browser that no session used in the last 90 days (D11). The account's first
 * browser sends no warning, and all unknown browsers count as one (docs/decisions/0102). Past the daily limit the browser stays
 * untrusted: a sign-in with it on another day sends the warning.
 */
export async function notifyOfNewDevice(
  services: CallServices,
  userId: ObjectId,
  { browser, language }: { browser: BrowserName | null; language: Language },
): Promise<void> {
  const { TrustedDevice, User } = services.db.models;
  // The TTL index deletes late; this filter is exact.
  const unexpired = { userId, forgetAt: { $gt: services.clock.now() } };
  const trusted = await TrustedDevice.find(unexpired, { _id: 1 }).lean();
  const isNews = trusted.length > 0 && trusted.every(({ _id }) => _id !== idOf(userId, browser));
  if (isNews && !(await services.limiter.count(mailLimitOf(userId))).passed) return;
  await trustDevice(services, userId, browser);
  if (!isNews) return;
  const user = await User.findById(userId, {
    email: 1,
    emailKey: 1,
    emailVerified: 1,
    name: 1,
    username: 1,
    language: 1,
  }).lean();
  if (!user) return;
  await notifySecurity(services, userId, 'newBrowser');
  const path = '/privacy-settings#security';
  await mailMember(services.jobs, user, {
    language,
    name: 'newBrowser',
    path,
    values: { browser: browserLabel(browser, mailLanguageOf(user, language)) },
  });
}

function browserLabel(browser: BrowserName | null, language: Language): string {
  if (browser === null) return messageText(language, 'auth.unnamedBrowser');
  return browser.system === null ? browser.name : `${browser.name}, ${browser.system}`;
}
