import { createHmac, randomBytes } from 'node:crypto';
import type Koa from 'koa';
import { day } from '../../clock.ts';
import { siteKey } from '../../database/site-key.model.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import { siteCookie } from './session-cookie.ts';

// The device cookie (OWASP) marks a trusted device: a browser that has signed in to an account has its own counter of password attempts,
// so attackers elsewhere cannot lock the owner out. The cookie outlives the session, identifies no member, and grants nothing else.

/** Maximum number of accounts in one cookie. */
const mostAccounts = 5;

type DeviceServices = Pick<Services, 'config' | 'db'>;

const cookieOf = ({ config }: DeviceServices) =>
  siteCookie(config, 'device', serverLimits.trustedDeviceDays * day);

/** Reads the random device id, and one signature per account that trusts it. */
function readCookie(services: DeviceServices, ctx: Koa.Context): { device: string; marks: string[] } | null {
  const [, device, marks = ''] =
    /^([\w-]{22})((?:\.[\w-]{43}){1,5})$/.exec(cookieOf(services).read(ctx) ?? '') ?? [];
  return device === undefined ? null : { device, marks: marks.split('.').slice(1) };
}

async function markOf({ db }: DeviceServices, device: string, account: string): Promise<string> {
  const key = await siteKey(db.models.SiteKey, 'known-devices');
  return createHmac('sha256', key).update(`${device} ${account}`).digest('base64url');
}

/** The device id, if the account trusts it; otherwise null. */
export async function readTrustedDevice(
  services: DeviceServices,
  ctx: Koa.Context,
  account: string,
): Promise<string | null> {
  const cookie = readCookie(services, ctx);
  if (!cookie) return null;
  return cookie.marks.includes(await markOf(services, cookie.device, account)) ? cookie.device : null;
}

/** Marks the browser as a trusted device of an account. @returns a function that sets the cookie */
export async function setDeviceCookie(
  services: DeviceServices,
  ctx: Koa.Context,
  account: string,
): Promise<() => void> {
  const { device, marks } = readCookie(services, ctx) ?? {
    device: randomBytes(16).toString('base64url'),
    marks: [],
  };
  const mark = await markOf(services, device, account);
  const others = marks.filter((other) => other !== mark).slice(0, mostAccounts - 1);
  return () => cookieOf(services).set(ctx, [device, mark, ...others].join('.'));
}
