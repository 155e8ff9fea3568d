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

/** Counts a call against the general limits, and refuses it when one is exceeded (D49). */
export async function limitEveryCall(
  services: CallServices,
  ctx: ApiContext,
  { answer, ignoresSession }: Endpoint,
): Promise<void> {
  // Files have their own limit: a page shows a hundred pictures, which would use up the limit of its calls.
  if (answer?.kind === 'file') {
    const files = counterOf(services, ctx, 'files', generalLimits.files, undefined);
    if (files) take(services, ctx, await services.limiter.countSettled(files));
    return;
  }
  if (ignoresSession) {
    // Also counted separately, so that members do not use up the limit of visitors on their network.
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

/** Counts a page against its limit, and refuses it beyond that. Needs no database: pages work while it is down. */
export function limitPage(services: CallServices, ctx: ApiContext): void {
  const name = new URLSearchParams(ctx.querystring).get(previewParameter) ? 'previews' : 'pages';
  const counter = counterOf(services, ctx, name, generalLimits[name], undefined);
  if (counter) take(services, ctx, services.limiter.countHere(counter));
}

/** The result of counting a call against its limits. */
interface Counted {
  /** A silent limit was exceeded. */
  isPast: boolean;
  /** Refunds limits that count only successful calls. */
  giveBack(): Promise<void>;
}

/** Counts a call against the limits that it declares, and refuses it when one is exceeded. */
export async function limitCall(
  services: CallServices,
  ctx: ApiContext,
  call: string,
  definition: Endpoint,
  body: unknown,
): Promise<Counted> {
  let isPast = false;
  const refundable: Counter[] = [];
  const giveBack = async () => {
    for (const counter of refundable) await services.limiter.giveBack(counter);
  };
  for (const [index, limit] of (definition.limits ?? []).entries()) {
    const counter = counterOf(services, ctx, `${call} ${index}`, limit, body);
    if (!counter) continue;
    for (const one of [counter, ...widerThan(counter, limit)]) {
      const standing = await services.limiter.count(one);
      if (limit.onlyDone) refundable.push(one);
      if (limit.past === 'tell') {
        isPast ||= !standing.passed;
        continue;
      }
      if (!standing.passed) {
        // The newcomers' limit rises later, so a refused call must not count against the higher one.
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

/** A subscriber's limit, in networks: with IPv6 a line has 256 of them, and a rented server up to 65,536. */
const networksOfOne = 8;

/** An additional counter for the network's subscriber, if one can have many networks. */
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

/** The party that a limit counts; null if it does not apply. */
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
  // Clients on this machine have no network and count as one.
  if (per.fromOneNetwork) return `${address}\n${ctx.state.network ?? 'here'}`;
  return per.fromOneMember ? `${address}\n${String(user?._id)}` : address;
}

function addressIn(body: unknown, field: string): string | null {
  // Safe: the contract has parsed the body as an object, with or without the field.
  const value = (body as Record<string, unknown> | undefined)?.[field];
  return typeof value === 'string' ? canonicalAddress(value) : null;
}

function isNewcomer({ clock }: CallServices, ctx: ApiContext): boolean {
  const user = ctx.state.caller?.user;
  if (!user) return false;
  return !user.emailVerified || user.createdAt > ago(clock, serverLimits.newAccountHours * hour);
}

/** Reports the strictest limit in the response headers, and refuses the call beyond it. */
function take(services: CallServices, ctx: ApiContext, standing: Standing, code?: ErrorCode): void {
  const { passed, limit, remaining, resetMs } = standing;
  const reported = ctx.response.get('RateLimit-Remaining');
  if (!reported || remaining < Number(reported) || !passed) {
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
