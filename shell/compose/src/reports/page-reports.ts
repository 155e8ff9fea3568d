import type { z } from 'zod';
import type { compositionCalls } from '../model/calls.ts';
import { uncaughtCode, unnamedCode } from '../model/failure-codes.ts';
import type { LiveSite } from '../server/live-site.ts';
import type { ReportStore } from './report-store.ts';
import { after, day, windowOf } from './reporting-window.ts';
import { isFailing, isSlower, isWorking, isWorse } from './verdicts.ts';
import { countVisits, healthOf, here, networksOf, settledHealthOf, storeVitals } from './version-health.ts';
import { keyedHash, readVisitToken, type Visit, visitToken } from './visit-token.ts';

/** What the host provides. */
export interface ReportingOptions {
  store: ReportStore;
  /** The live compositions; undefined in a process that serves no pages. */
  live: LiveSite | undefined;
  /** The host's clock. */
  now(): Date;
  /** The secret for hashes and tokens, the same in every process. */
  key(): Promise<string>;
  /** Counts a call; returns whether it is within `points` in `seconds`. */
  countCall(call: { name: string; who: string; points: number; seconds: number }): Promise<boolean>;
  /** Whether versions that fail for many are quarantined. */
  quarantine: boolean;
  /** By how many percentage points a canary may do worse than the live version. */
  canaryMargin: number;
  log: Record<'error' | 'warn', (facts: object, text: string) => void>;
  /** Creates the error for an invalid or expired token. */
  refuse(): Error;
}

/** Who reports. Each counts once per network and once per account. */
export interface Reporter {
  /** Null for callers on this machine, who have no limits. */
  network: string | null;
  /** Null for visitors and new accounts, which cost nothing to create. */
  member: string | null;
  /** The claimed id of their page's composition. */
  composition: string;
}

type Body<Key extends keyof typeof compositionCalls> = z.output<(typeof compositionCalls)[Key]['body']>;
type Visited = z.input<(typeof compositionCalls)['POST /api/composition/visits']['response']>;

/** Handles `POST /api/composition/visits`. */
export async function handleVisit(
  host: ReportingOptions,
  { network, composition: claimed }: Reporter,
  body: Body<'POST /api/composition/visits'>,
): Promise<Visited> {
  const { live } = host;
  const { token, vitals } = body;
  const before = token === undefined ? null : await visitOf(host, token, []);
  // Counts live versions only, so that invented names cannot fill the database.
  const [known, compositions] = await Promise.all([live?.versions(), live?.compositions()]);
  const versions = [...new Set(body.versions)].filter((version) => known?.has(version));
  const composition = before?.composition ?? (compositions?.has(claimed) ? claimed : null);
  const visit = { versions: [...new Set([...(before?.versions ?? []), ...versions])], composition };
  const measured = vitals.filter(({ version }) => visit.versions.includes(version));
  await Promise.all([
    countVisits(host, { versions, composition }, network ?? here),
    storeVitals(host, network ?? here, composition, measured),
  ]);
  if (host.quarantine)
    for (const { version, name, rating } of measured)
      if (name === 'INP' && rating === 'poor') await judgeSpeed(host, version);
  for (const version of versions)
    await live?.noteWorking(version, host.now(), async () => isWorking(await healthOf(host, version)));
  return { token: await visitToken(host, visit), versions };
}

/** Handles `POST /api/composition/reports`. */
export async function handleReport(
  host: ReportingOptions,
  { network, member }: Reporter,
  { token, version, code }: Body<'POST /api/composition/reports'>,
): Promise<void> {
  const visit = await visitOf(host, token, [version]);
  // The server knows better whether pages may load it.
  if (code === unnamedCode && (await host.live?.isLoadable(version))) return;
  // A version that threw may still fail: each kind is counted once.
  const what = code === uncaughtCode ? 'error' : 'failure';
  const at = host.now();
  const isNew = await host.store.addFailure({
    _id: await keyedHash(host, `${what} ${version} ${network ?? here}`),
    member: member && (await keyedHash(host, `${what} ${version} ${member}`)),
    version,
    composition: visit.composition,
    code,
    at,
    forgetAt: after(at, day),
  });
  if (isNew)
    host.log.warn(
      { version, shownBy: visit.composition, code },
      code === uncaughtCode
        ? 'A version threw an error on a page that stayed usable.'
        : 'A version of a remote failed on a page.',
    );
  // Also for a repeated report: the verdict counts reports older than a minute.
  if (host.quarantine) await judgeFailures(host, version);
}

/** Verifies a token. @throws what `refuse` returns if it is invalid, expired or does not cover all of these versions */
async function visitOf(host: ReportingOptions, token: string, versions: readonly string[]): Promise<Visit> {
  const visit = await readVisitToken(host, token);
  if (!visit || versions.some((version) => !visit.versions.includes(version))) throw host.refuse();
  return visit;
}

/** Quarantines a version that fails for many, or ends its canary. */
async function judgeFailures(host: ReportingOptions, version: string): Promise<void> {
  const { live, canaryMargin, log } = host;
  const health = await settledHealthOf(host, version);
  const canary = await live?.liveInsteadOf(version);
  const mustGo = canary
    ? isWorse(health, canary.live === null ? null : await settledHealthOf(host, canary.live), canaryMargin)
    : isFailing(health, await networksOf(host, version));
  const why = mustGo ? await live?.quarantine(version, health) : null;
  if (why) log.error({ version }, why);
}

/** Ends the canary of a version that responds slowly for more people than the live one. */
async function judgeSpeed(host: ReportingOptions, version: string): Promise<void> {
  const { live, store, canaryMargin, log } = host;
  const canary = await live?.liveInsteadOf(version);
  if (!canary) return;
  const since = windowOf(host.now());
  const [seen, beside] = await Promise.all([
    store.interactions(version, since),
    canary.live === null ? null : store.interactions(canary.live, since),
  ]);
  if (!isSlower(seen, beside, canaryMargin)) return;
  const why = await live?.endSlowCanary(version, seen, beside);
  if (why) log.error({ version }, why);
}
