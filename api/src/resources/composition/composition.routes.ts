import { uncaughtCode, unnamedCode } from '@frens/compose/composition';
import { compositionHeader } from '@frens/contract/client';
import { errorCodes } from '@frens/contract/errors';
import { ago, day } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { subscriberOf } from '../../rate-limits/network.ts';
import { defineResource } from '../../resource.ts';
import type { Services } from '../../services.ts';
import type { ApiContext, Caller } from '../../state.ts';
import { isFailing, isSlower, isWorking, isWorse } from './verdicts.ts';
import { countVisits, healthOf, here, networksOf, recordFailure, settledHealthOf } from './version-health.ts';
import { interactionsOf, storeVitals } from './version-vitals.ts';
import { keyedHash, readVisitToken, type Visit, visitToken } from './visit-token.ts';

export const composition = defineResource((on) => {
  on('POST /api/composition/visits', async ({ body, services, ctx }) => {
    const { token, vitals } = body;
    const before = token === undefined ? null : await visitOf(services, token, []);
    // What is not live here is not counted, so that nobody can fill the database with made-up names.
    const [known, compositions] = await Promise.all([
      services.liveSite?.versions(),
      services.liveSite?.compositions(),
    ]);
    const versions = [...new Set(body.versions)].filter((version) => known?.has(version));
    const claimed = ctx.get(compositionHeader);
    const composition = before?.composition ?? (compositions?.has(claimed) ? claimed : null);
    const visit = { versions: [...new Set([...(before?.versions ?? []), ...versions])], composition };
    const measured = vitals.filter(({ version }) => visit.versions.includes(version));
    await Promise.all([
      countVisits(services, { versions, composition, network: networkOf(ctx) }),
      storeVitals(services, networkOf(ctx), composition, measured),
    ]);
    if (services.config.quarantine)
      for (const { version, name, rating } of measured)
        if (name === 'INP' && rating === 'poor') await judgeSpeed(services, version);
    for (const version of versions)
      await services.liveSite?.noteWorking(version, services.clock.now(), async () =>
        isWorking(await healthOf(services, version)),
      );
    return { token: await visitToken(services, visit), versions };
  });

  on('POST /api/composition/reports', async ({ body, caller, services, ctx }) => {
    const { token, version, code } = body;
    const visit = await visitOf(services, token, [version]);
    // That a page may not load it is known better here.
    if (code === unnamedCode && (await services.liveSite?.isLoadable(version))) return;
    // One that threw may fail later: each is counted once.
    const what = code === uncaughtCode ? 'error' : 'failure';
    const [id, member] = await Promise.all([
      keyedHash(services, `${what} ${version} ${networkOf(ctx)}`),
      isSettled(services, caller)
        ? keyedHash(services, `${what} ${version} ${String(caller.user._id)}`)
        : null,
    ]);
    const told = { id, member, version, composition: visit.composition, code };
    if (await recordFailure(services, told))
      services.log.warn(
        { version, shownBy: visit.composition, code },
        code === uncaughtCode
          ? 'A version threw on a page that went on.'
          : 'A version of a remote failed on a page.',
      );
    // Also when this was known: what counts for the verdict is what was reported a minute ago.
    if (services.config.quarantine) await judgeFailures(services, version);
  });
});

/**
 * Reads what a page has asked for that speaks of versions.
 *
 * @throws AppError when it did not ask for one of them, or too long ago
 */
async function visitOf(services: Services, token: string, versions: readonly string[]): Promise<Visit> {
  const visit = await readVisitToken(services, token);
  if (!visit || versions.some((version) => !visit.versions.includes(version)))
    throw new AppError(400, errorCodes.invalidToken);
  return visit;
}

/** Whoever reports counts once for their network, for a hash that is kept instead. Sessions cost nothing, nor do the networks of one subscriber. */
const networkOf = (ctx: ApiContext) => subscriberOf(ctx.state.network ?? here);

/** Whether a member counts once for their account, too, wherever they report from: accounts that are young cost nothing either, and are visitors. */
function isSettled({ clock }: Services, caller: Caller | null): caller is Caller {
  return caller !== null && caller.user.createdAt <= ago(clock, day);
}

/** Takes a version off that fails for many, or ends the canary that shows it. */
async function judgeFailures(services: Services, version: string): Promise<void> {
  const { liveSite, config, log } = services;
  const health = await settledHealthOf(services, version);
  const canary = await liveSite?.liveInsteadOf(version);
  const mustGo = canary
    ? isWorse(
        health,
        canary.live === null ? null : await settledHealthOf(services, canary.live),
        config.canaryMargin,
      )
    : isFailing(health, await networksOf(services, version));
  const why = mustGo ? await liveSite?.quarantine(version, health) : null;
  if (why) log.error({ version }, why);
}

/** Ends the canary that shows a version which answers too late for more people than what is live. */
async function judgeSpeed(services: Services, version: string): Promise<void> {
  const { liveSite, config, log } = services;
  const canary = await liveSite?.liveInsteadOf(version);
  if (!canary) return;
  const [seen, live] = await Promise.all([
    interactionsOf(services, version),
    canary.live === null ? null : interactionsOf(services, canary.live),
  ]);
  if (!isSlower(seen, live, config.canaryMargin)) return;
  const why = await liveSite?.endSlowCanary(version, seen, live);
  if (why) log.error({ version }, why);
}
