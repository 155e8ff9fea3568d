import { errorCodes } from '@frens/contract/errors';
import { AppError } from '../../errors.ts';
import { networkOf } from '../../rate-limits/network.ts';
import { defineResource } from '../../resource.ts';
import type { Services } from '../../services.ts';
import { countVisits, healthOf, isFailing, isWorse, keepFailure } from './version-health.ts';
import { isTokenOf, keyedHash, visitToken } from './visit-token.ts';

export const composition = defineResource((on) => {
  on('POST /api/composition/visits', async ({ body, services }) => {
    // What is not live here is not counted, so that nobody can fill the database with made-up names.
    const known = await services.liveSite?.versions();
    const versions = [...new Set(body.versions)].filter((version) => known?.has(version));
    await countVisits(services, versions);
    return { token: await visitToken(services, versions), versions };
  });

  on('POST /api/composition/reports', async ({ body, caller, services, ctx }) => {
    const { token, version, code } = body;
    if (!(await isTokenOf(services, token, version))) throw new AppError(400, errorCodes.invalidToken);
    const reporter = `${networkOf(ctx) ?? 'here'} ${caller ? caller.session._id : 'visitor'}`;
    const id = await keyedHash(services, `failure ${version} ${reporter}`);
    if (!(await keepFailure(services, { id, version, code }))) return;
    services.log.warn({ version, code }, 'A version of a remote failed on a page.');
    if (services.config.quarantine) await judge(services, version);
  });
});

/** Takes a version off that fails for many, or ends the canary that shows it. */
async function judge(services: Services, version: string): Promise<void> {
  const { liveSite, config, log } = services;
  const health = await healthOf(services, version);
  const canary = await liveSite?.liveInsteadOf(version);
  const mustGo = canary
    ? isWorse(
        health,
        canary.live === null ? null : await healthOf(services, canary.live),
        config.canaryMargin,
      )
    : isFailing(health);
  const why = mustGo ? await liveSite?.quarantine(version, health) : null;
  if (why) log.error({ version }, why);
}
