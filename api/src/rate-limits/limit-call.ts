import { previewParameter } from '@frens/compose';
import type { Endpoint } from '@frens/contract';
import { type CallLimit, generalLimits } from '@frens/contract/call-limits';
import { type ErrorCode, errorCodes } from '@frens/contract/errors';
import { canonicalAddress } from '@frens/contract/mail-address';
import { ago, hour, second } from '../clock.ts';
import { tooMany } from '../errors.ts';
import { serverLimits } from '../limits.ts';
import { logSecurity } from '../security-log.ts';
import type { CallServices } from '../services.ts';
import type { ApiContext } from '../state.ts';
import type { Counter, Standing } from './limiter.ts';
import { subscriberOf } from './network.ts';

/** Counts a call in the limits that hold for every call; refuses it past one of them (D49). */
export async function limitEveryCall(
  services: CallServices,
  ctx: ApiContext,
  { answer, ignoresSession }: Endpoint,
): Promise<void> {
  // A page shows a hundred pictures: they are counted by themselves, or none of its calls would be left.
  if (answer?.kind === 'file') {
    const files = counterOf(services, ctx, 'files', generalLimits.files, undefined);
    if (files) take(services, ctx, await services.limiter.countSettled(files));
    return;
  }
  if (ignoresSession) {
    // By themselves: those of members take nothing from the visitors of their network.
    const calls = counterOf(services, ctx, 'without session', generalLimits.visitor, undefined);
    if (calls) take(services, ctx, await services.limiter.countSettled(calls));
    return;
  }
  const isMember = Boolean(ctx.state.caller);
  const all = isMember ? generalLimits.member : generalLimits.visitor;
  const counter = counterOf(services, ctx, isMember ? 'member' : 'visitor', all, undefined);
  if (counter) take(services, ctx, await services.limiter.countSettled(counter));
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return;
  const writes = isMember ? generalLimits.memberWrites : generalLimits.visitorWrites;
  const written = counterOf(services, ctx, isMember ? 'writes' : 'visitor writes', writes, undefined);
  if (written) take(services, ctx, await services.limiter.count(written));
}

/**
 * Counts a page in the limit of its kind; refuses it past that. It waits for nothing: pages are served while the database is away.
 */
export function limitPage(services: CallServices, ctx: ApiContext): void {
  const name = new URLSearchParams(ctx.querystring).get(previewParameter) ? 'previews' : 'pages';
  const counter = counterOf(services, ctx, name, generalLimits[name], undefined);
  if (counter) take(services, ctx, services.limiter.countHere(counter));
}

/** How a call stands that was counted in its limits. */
interface Counted {
  /** It passed one that only tells. */
  isPast: boolean;
  /** Takes it back from those that count only what is done. */
  giveBack(): Promise<void>;
}

/** Counts a call that is about to act in the limits it declares; refuses it past one of them. */
export async function limitCall(
  services: CallServices,
  ctx: ApiContext,
  call: string,
  definition: Endpoint,
  body: unknown,
): Promise<Counted> {
  let isPast = false;
  const ofDone: Counter[] = [];
  const giveBack = async () => {
    for (const counter of ofDone) await services.limiter.giveBack(counter);
  };
  for (const [index, limit] of (definition.limits ?? []).entries()) {
    const counter = counterOf(services, ctx, `${call} ${index}`, limit, body);
    if (!counter) continue;
    for (const one of [counter, ...widerThan(counter, limit)]) {
      const standing = await services.limiter.count(one);
      if (limit.onlyDone) ofDone.push(one);
      if (limit.past === 'tell') {
        isPast ||= !standing.passed;
        continue;
      }
      if (!standing.passed) {
        // Who may do more later must not be held to what was refused now.
        if (limit.newcomerPoints !== undefined) await services.limiter.giveBack(one);
        await giveBack();
      }
      const isUnconfirmed =
        limit.newcomerPoints !== undefined && ctx.state.caller?.user.emailVerified === false;
      take(services, ctx, standing, isUnconfirmed ? errorCodes.unconfirmedLimit : undefined);
    }
  }
  return { isPast, giveBack };
}

/** Up to so many networks of one subscriber may use up their limits: IPv6 gives a line 256 of them, and a rented server up to 65,536. */
const networksOfOne = 8;

/** The counter of a network's subscriber, where one may have many networks. */
function widerThan(counter: Counter, { per }: CallLimit): Counter[] {
  const who = per === 'network' ? subscriberOf(counter.who) : counter.who;
  if (who === counter.who) return [];
  return [
    { ...counter, name: `${counter.name} of a subscriber`, who, points: counter.points * networksOfOne },
  ];
}

function counterOf(
  services: CallServices,
  ctx: ApiContext,
  name: string,
  limit: CallLimit,
  body: unknown,
): Counter | null {
  const { seconds } = limit;
  const who = whoIs(ctx, limit.per, body);
  if (who === null) return null;
  const points = isNewcomer(services, ctx) ? (limit.newcomerPoints ?? limit.points) : limit.points;
  return { name, who, points, seconds };
}

/** Whom a limit counts; null for those it does not. */
function whoIs(ctx: ApiContext, per: CallLimit['per'], body: unknown): string | null {
  if (per === 'member') return ctx.state.caller ? String(ctx.state.caller.user._id) : null;
  if (per === 'network') return ctx.state.network;
  const user = ctx.state.caller?.user;
  if ('newAddress' in per) {
    const address = addressIn(body, per.newAddress);
    return user && address !== null && address !== canonicalAddress(user.email) ? String(user._id) : null;
  }
  const address = addressIn(body, per.body);
  if (address === null) return null;
  // Callers on this machine have no network, and are one.
  if (per.fromOneNetwork) return `${address}\n${ctx.state.network ?? 'here'}`;
  return per.fromOneMember ? `${address}\n${String(user?._id)}` : address;
}

function addressIn(body: unknown, field: string): string | null {
  // True because the contract has parsed the body: it is an object that has the field, or not.
  const value = (body as Record<string, unknown> | undefined)?.[field];
  return typeof value === 'string' ? canonicalAddress(value) : null;
}

function isNewcomer({ clock }: CallServices, ctx: ApiContext): boolean {
  const user = ctx.state.caller?.user;
  if (!user) return false;
  return !user.emailVerified || user.createdAt > ago(clock, serverLimits.newAccountHours * hour);
}

/** Tells the caller where they stand in the narrowest limit, and refuses past it. */
function take(services: CallServices, ctx: ApiContext, standing: Standing, code?: ErrorCode): void {
  const { passed, limit, remaining, resetMs } = standing;
  const told = ctx.response.get('RateLimit-Remaining');
  if (!told || remaining < Number(told) || !passed) {
    ctx.set({
      'RateLimit-Limit': String(limit),
      'RateLimit-Remaining': String(remaining),
      'RateLimit-Reset': String(Math.ceil(resetMs / second)),
    });
  }
  if (passed) return;
  logSecurity(services, ctx, 'limit_hit');
  throw tooMany(resetMs / second, code);
}
