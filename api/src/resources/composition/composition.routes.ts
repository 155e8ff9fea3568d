import { errorCodes } from '@frens/contract/errors';
import { AppError } from '../../errors.ts';
import { networkOf } from '../../rate-limits/network.ts';
import { defineResource } from '../../resource.ts';
import { countVisits, healthOf, isFailing, keepFailure } from './version-health.ts';
import { isTokenOf, keyedHash, visitToken } from './visit-token.ts';

export const composition = defineResource((on) => {
  on('POST /api/composition/visits', async ({ body, services }) => {
    // What is not live here is not counted, so that nobody can fill the database with made-up names.
    const known = await services.liveSite?.versions();
    const versions = [...new Set(body.versions)].filter((version) => known?.has(version));
    await countVisits(services, versions);
    return { token: await visitToken(services, versions) };
  });

  on('POST /api/composition/reports', async ({ body, caller, services, ctx }) => {
    const { token, version, code } = body;
    if (!(await isTokenOf(services, token, version))) throw new AppError(400, errorCodes.invalidToken);
    const reporter = `${networkOf(ctx) ?? 'here'} ${caller ? String(caller.session._id) : 'visitor'}`;
    const id = await keyedHash(services, `failure ${version} ${reporter}`);
    if (!(await keepFailure(services, { id, version, code }))) return;
    services.log.warn({ version, code }, 'A version of a remote failed on a page.');
    if (!services.config.quarantine) return;
    const health = await healthOf(services, version);
    if (!isFailing(health)) return;
    const why = await services.liveSite?.quarantine(version, health);
    if (why) services.log.error({ version }, why);
  });
});
