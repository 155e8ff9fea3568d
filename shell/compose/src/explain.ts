import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Composition } from '@frens/contract/composition';
import { shellName } from './made-version.ts';
import { Refusal } from './refusal.ts';
import type { HistoryEntry } from './store/history-entry.ts';
import type { SiteStore } from './store/site-store.ts';

/** What a number on a failure notice means (docs/errors.md). */
interface Cause {
  stage: string;
  cause: string;
  look: string;
}

/** All numbers. */
export const causes: Record<string, Cause> = {
  'REMOTE-101': {
    stage: 'manifest',
    cause:
      'The composition does not name the remote, or names a version that may not be loaded: a file without a hash, an origin not in REMOTE_ORIGINS.',
    look: "compose status; GET /composition.json; the browser's console says which",
  },
  'REMOTE-102': {
    stage: 'entry',
    cause:
      'A file of the remote did not arrive: refused, missing, changed since it was published, or no answer in 4 s a file and 5 s in all.',
    look: "compose verify; the file's address in the browser's network list",
  },
  'REMOTE-103': {
    stage: 'contract',
    cause:
      'The remote arrived but does not fit: built for another platform, another name, no routes, no texts.',
    look: "remote.json and src/remote.tsx of that version; the browser's console names what does not fit",
  },
  'REMOTE-104': {
    stage: 'mount',
    cause: "The remote's code threw while it was loaded.",
    look: "the stack in the browser's console; code that runs on import",
  },
  'REMOTE-105': {
    stage: 'render',
    cause: 'A screen of the remote threw while it was shown.',
    look: "the stack in the browser's console",
  },
  'REMOTE-106': {
    stage: 'later',
    cause:
      'Something was thrown while the page went on: by a click, a timer, a promise that nobody waited for.',
    look: "the stack in the browser's console; it is counted, and nobody is shown a notice",
  },
};

/** What is known of a failure. */
export interface Explanation extends Cause {
  code: string;
  /** The version that failed, where the notice names it: who made it live and when, and whether it still is. */
  version: { name: string; version: string; isLive: boolean; wentLive: HistoryEntry | null } | null;
  owner: string | null;
  next: string;
}

/**
 * Explains a number, or the line of a failure notice, such as `REMOTE-102 · mf-quiz 0.1.0-3fa2c1d8e0`.
 *
 * @param text number or line
 * @param where the store, the environment, and the folder of the checkout, if any
 * @throws Refusal when there is no such number
 */
export async function explain(
  text: string,
  { store, environment, dir }: { store: SiteStore; environment: string; dir: string | null },
): Promise<Explanation> {
  const [code = ''] = /REMOTE-\d+/.exec(text.toUpperCase()) ?? [];
  const cause = causes[code];
  if (!cause)
    throw new Refusal('unknown', `"${text}" holds no known number: ${Object.keys(causes).join(', ')}.`);
  const [, name, version] = /(shell|mf-[a-z-]+)[ @](\d[\w.+-]*)/.exec(text) ?? [];
  const owner = name && dir ? await ownerOf(name, dir) : null;
  if (!name || !version) return { code, ...cause, version: null, owner, next: cause.look };
  const live = await liveVersion(store, environment, name);
  const isLive = live === version;
  const wentLive = await firstEntryWith(store, environment, name, version);
  const next = isLive
    ? `If it began when this went live: ${await wayBack(store, environment, { name, wentLive })}`
    : `${live ?? 'Nothing'} is live by now; a page gets it with its next document or with Try again.`;
  return { code, ...cause, version: { name, version, isLive, wentLive }, owner, next };
}

/** What takes one version off and nothing that went live after it. */
async function wayBack(
  store: SiteStore,
  environment: string,
  { name, wentLive }: { name: string; wentLive: HistoryEntry | null },
): Promise<string> {
  const head = await store.head(environment);
  // Freezing and the like are steps with the same composition.
  if (!wentLive || wentLive.composition === head?.composition) return 'compose rollback';
  const before = await store.entry(environment, wentLive.number - 1);
  const part = before && partOf(await store.composition(before.composition), name);
  return part ? `compose promote ${name}@${part}` : `compose promote --without ${name}`;
}

const partOf = ({ host, apps }: Composition, name: string) =>
  name === shellName ? host.version : apps[name]?.versions[0].version;

async function liveVersion(store: SiteStore, environment: string, name: string): Promise<string | null> {
  const id = await store.liveId(environment);
  return id === null ? null : (partOf(await store.composition(id), name) ?? null);
}

/** The step by which a version went live the last time. */
async function firstEntryWith(store: SiteStore, environment: string, name: string, version: string) {
  let found: HistoryEntry | null = null;
  for (
    let entry = await store.head(environment);
    entry;
    entry = await store.entry(environment, entry.number - 1)
  ) {
    if (partOf(await store.composition(entry.composition), name) === version) found = entry;
    else if (found) return found;
  }
  return found;
}

async function ownerOf(name: string, dir: string): Promise<string | null> {
  const owners = await readFile(path.join(dir, 'CODEOWNERS'), 'utf8').catch(() => '');
  const line = owners.split('\n').find((one) => one.startsWith(`/${name}/`));
  return line?.split(/\s+/).slice(1).join(' ') ?? null;
}
