import { findVersion } from './built-version.ts';
import { formatCommand } from './format-command.ts';
import { ownerIn } from './owners.ts';
import { readHistory, type Step } from './read-history.ts';
import { completeName } from './read-version.ts';
import { Refusal } from './refusal.ts';
import type { HistoryEntry } from './store/history-entry.ts';
import { type SiteStore, shellName } from './store/site-store.ts';

/** The meaning of a failure notice's number (docs/errors.md). */
interface Cause {
  stage: string;
  cause: string;
  /** Where to look; `{status}` and `{verify}` stand for these commands. */
  look: string;
}

/** All numbers. */
export const causes: Record<string, Cause> = {
  'REMOTE-101': {
    stage: 'manifest',
    cause:
      'The composition does not name the remote, or names a version that may not be loaded: a file without a hash, an origin not in REMOTE_ORIGINS.',
    look: "{status}; GET /composition.json; the browser's console says which",
  },
  'REMOTE-102': {
    stage: 'entry',
    cause:
      'A file of the remote did not arrive: refused, missing, changed since it was published, or no byte for 4 s (5 s for the remote as a whole).',
    look: "{verify}; the file's address in the browser's network list",
  },
  'REMOTE-103': {
    stage: 'contract',
    cause: 'The remote arrived but does not fit: another platform, another name, no routes, no texts.',
    look: "remote.json and src/remote.tsx of that version; the browser's console names what does not fit",
  },
  'REMOTE-104': {
    stage: 'mount',
    cause: "The remote's code threw on import.",
    look: "the stack in the browser's console; code that runs on import",
  },
  'REMOTE-105': {
    stage: 'render',
    cause: 'A screen of the remote threw while rendering.',
    look: "the stack in the browser's console",
  },
  'REMOTE-106': {
    stage: 'later',
    cause: 'An uncaught error after rendering: in a click, a timer, an unhandled promise rejection.',
    look: "the stack in the browser's console; it is counted, and nobody is shown a notice",
  },
};

/** The explanation of a failure. */
export interface Explanation extends Cause {
  code: string;
  /** The failed version, if the notice names one. */
  version: FailedVersion | null;
  owner: string | null;
  next: string;
}

/** A version that a notice names: its state, who promoted it and when. */
interface FailedVersion {
  name: string;
  version: string;
  isLive: boolean;
  /** Whether it is still in the store. */
  isPublished: boolean;
  /** The percentage of visitors who see it as a canary. */
  share: number | null;
  /** The step that last made it live; null if none did. */
  wentLive: HistoryEntry | null;
}

interface Where {
  store: SiteStore;
  environment: string;
  /** The checkout, if any. */
  dir: string | null;
  /** The site that answers, if the caller has no store. */
  site?: string;
  storeAddress?: string;
  say: (line: string) => void;
}

/**
 * Explains a number or the line of a failure notice, such as `REMOTE-102 · mf-quiz 0.1.0-3fa2c1d8e0`.
 *
 * @param text number or line
 * @throws Refusal when there is no such number
 */
export async function explain(text: string, where: Where): Promise<Explanation> {
  const { store, environment, dir } = where;
  const [code = ''] = /REMOTE-\d+/.exec(text.toUpperCase()) ?? [];
  const known = causes[code];
  if (!known)
    throw new Refusal('unknown', `"${text}" holds no known number: ${Object.keys(causes).join(', ')}.`);
  const cause = { ...known, look: lookFrom(known.look, where) };
  const part = await partIn(store, text);
  const version = part?.short
    ? (await completeName(store, `${part.name}@${part.short}`)).version
    : part?.whole;
  const owner = part ? await ownerOf(store, part.name, dir) : null;
  if (!part || !version) return { code, ...cause, version: null, owner, next: cause.look };
  const { name } = part;
  const head = await store.head(environment);
  const live = head && (await store.versionsIn(head.composition))[name];
  const went = await wentLive(where, name, version);
  const canary = head?.canary?.versions.includes(`${name}@${version}`) ? head.canary : null;
  const found: FailedVersion = {
    name,
    version,
    isLive: live === version,
    isPublished: (await findVersion(store, name, version)) !== null,
    share: canary?.share ?? null,
    wentLive: went?.step.entry ?? null,
  };
  const next = nextOf(found, {
    environment,
    live: live ?? null,
    command: (words) => formatCommand(words, where),
    back: went && wayBack(went, name, head),
  });
  return { code, ...cause, version: found, owner, next };
}

/** Finds the remote or shell that a text names, with its version: a published one, or else the first that a version follows. */
async function partIn(store: SiteStore, text: string) {
  const known = [shellName, ...(await store.files.list('remotes'))];
  const named = Array.from(
    text.matchAll(/\b([a-z]+(?:-[a-z]+)*)(?:@(\w[\w.+-]*)| (\d[\w.+-]*))?/g),
    ([, name = '', short, whole]) => ({ name, short, whole }),
  );
  return named.find(({ name }) => known.includes(name)) ?? named.find(({ short, whole }) => short ?? whole);
}

/** Context for the advice. */
interface Standing {
  environment: string;
  /** The live version. */
  live: string | null;
  /** Formats a command that acts on the store that was asked, and no other. */
  command: (words: string) => string;
  /** The command that takes the version off; null if there was none before it. */
  back: string | null;
}

/** Where to look, with commands that work here. */
const lookFrom = (look: string, where: Where): string =>
  look.replace('{status}', formatCommand('status', where)).replace(
    '{verify}',
    // A remote client has no `verify`.
    where.site
      ? `${formatCommand('verify', { store: where.store })}, for who runs the site`
      : formatCommand('verify', where),
  );

function nextOf(
  { name, version, isLive, isPublished, share, wentLive }: FailedVersion,
  { environment, live, command, back }: Standing,
): string {
  if (isLive)
    return back === null
      ? 'There is nothing before it to go back to: publish a mended one, and promote that.'
      : `If it began when this went live: ${command(back)}`;
  if (share !== null) return `If it fails in this version alone, end the canary: ${command('rollback')}`;
  const now = `${live ?? 'Nothing'} is live`;
  if (wentLive) return `${now} by now; a page gets it with its next document or with Try again.`;
  if (isPublished)
    return `${now}, and ${version} never was in ${environment}: it was seen in a preview, or in another environment (--env). Publish a mended one.`;
  return `${now}. This store has no ${name}@${version} and it was never live in ${environment}: look whether the line was copied whole, and comes from this site.`;
}

/** A step that made a version live, and the one before it. */
interface WentLive {
  step: Step;
  before: Step | null;
}

/** Finds the step that last made a version live. */
async function wentLive(
  { store, environment, say }: Where,
  name: string,
  version: string,
): Promise<WentLive | null> {
  let found: Step | null = null;
  for await (const step of readHistory(store, environment, say)) {
    if (step.versions?.[name] === version) found = step;
    else if (found && step.versions) return { step: found, before: step };
  }
  return found && { step: found, before: null };
}

/** The command that takes one version off and changes nothing else; null if there was none before it. */
function wayBack({ before }: WentLive, name: string, head: HistoryEntry | null): string | null {
  if (!before) return null;
  const part = before.versions?.[name];
  if (part === undefined) return `promote --without ${name}`;
  // While a canary shows the remote, its name alone would end the canary.
  const isShared = head?.canary?.versions.some((version) => version.startsWith(`${name}@`));
  return `rollback ${name}${isShared ? `@${part}` : ''}`;
}

/** The owner, by the checkout, or as the last publisher recorded it. */
async function ownerOf(store: SiteStore, name: string, dir: string | null): Promise<string | null> {
  return (dir && (await ownerIn(dir, name))) ?? store.owner(name);
}
