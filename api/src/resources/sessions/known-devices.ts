import { createHmac, randomBytes } from 'node:crypto';
import type Koa from 'koa';
import { day } from '../../clock.ts';
import { siteKey } from '../../database/site-key.model.ts';
import { serverLimits } from '../../limits.ts';
import type { Services } from '../../services.ts';
import { siteCookie } from './session-cookie.ts';

// A device cookie (OWASP): a browser that an account was signed in with has its own tries of the password, so that nobody who guesses
// from elsewhere shuts the owner out. It outlives the session, names nobody, and grants nothing but those tries.

/** Accounts of one browser that it remembers. */
const mostAccounts = 5;

type DeviceServices = Pick<Services, 'config' | 'db'>;

const cookieOf = ({ config }: DeviceServices) =>
  siteCookie(config, 'device', serverLimits.browserKnownDays * day);

/** The name of the browser, drawn at random, and a mark for each account that only this site can make. */
function readCookie(services: DeviceServices, ctx: Koa.Context): { device: string; marks: string[] } | null {
  const [, device, marks = ''] =
    /^([\w-]{22})((?:\.[\w-]{43}){1,5})$/.exec(cookieOf(services).read(ctx) ?? '') ?? [];
  return device === undefined ? null : { device, marks: marks.split('.').slice(1) };
}

async function markOf({ db }: DeviceServices, device: string, account: string): Promise<string> {
  const key = await siteKey(db.models.SiteKey, 'known-devices');
  return createHmac('sha256', key).update(`${device} ${account}`).digest('base64url');
}

/** What an account knows a browser by; null where it was not signed in with it. */
export async function knownDevice(
  services: DeviceServices,
  ctx: Koa.Context,
  account: string,
): Promise<string | null> {
  const cookie = readCookie(services, ctx);
  if (!cookie) return null;
  return cookie.marks.includes(await markOf(services, cookie.device, account)) ? cookie.device : null;
}

/** Makes a browser known to an account. @returns what hands it its cookie */
export async function rememberDevice(
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
