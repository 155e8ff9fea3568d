import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { filesIn } from '../build/built-assets.ts';
import type { MadeVersion } from '../built-version.ts';
import type { Answer, Given } from '../command.ts';
import { ownerIn } from '../owners.ts';
import { type Project, readDefinition } from '../project.ts';
import { build } from '../publish.ts';
import { readDist } from '../read-dist.ts';
import { type Receipt, receiptText } from '../receipt.ts';
import { exitCodes, Refusal, type RefusalKind } from '../refusal.ts';
import { type Rights, refuseForeign, refusePromoting } from '../rights/tokens.ts';
import { readSourceCommit } from '../source-commit.ts';
import { defaultEnvironment } from '../store/history-entry.ts';
import type { AnswerOfSite } from './run-remote-command.ts';
import { Upload } from './upload.ts';

/** Timeout of a response, in milliseconds: the site compresses uploads. */
const patience = 120_000;

interface Asked {
  name: string;
  /** As they were written behind it. */
  words: readonly string[];
  given: Given;
  project: Project | null;
  say: (line: string) => void;
}

/**
 * Runs a command over the publishing calls of a site, with the rights of COMPOSE_TOKEN. What is published is built here and held against what is
 * live there.
 *
 * @param site its origin
 * @throws Refusal as the command does, and when the site cannot be asked
 */
export async function runAt(site: string, { name, words, given, project, say }: Asked): Promise<Answer> {
  const address = originOf(site);
  if (name !== 'publish') return ask<Answer>(address, 'run', { words: [name, ...withoutPlace(words)] });
  const from = given.text('from');
  if (from !== undefined && URL.canParse(from))
    throw new Refusal('usage', '--from ADDRESS needs the store: ask the operator of the site.');
  if (!project && from === undefined)
    throw new Refusal('usage', 'This is no checkout: run this in the repository, or use --from DIST.');
  if ((from === undefined && given.words.length === 0) || given.list('with').length > 0)
    throw new Refusal('usage', 'Over a site, name the remotes to publish; --with is not supported.');
  if (given.has('pictures'))
    throw new Refusal('usage', '--pictures is not supported over a site, which makes the receipt.');
  if (given.text('who') !== undefined)
    throw new Refusal('usage', '--who is not supported over a site: the author is the token.');
  const environment = given.text('env') ?? defaultEnvironment;
  // Checks access and rights before building.
  const { token } = await ask<AnswerOfSite>(address, 'run', { words: ['status', '--env', environment] });
  const read = from === undefined ? null : await readDist(from, environment);
  const names = read ? [read.record.descriptor.name] : given.words;
  if (token) refuseWithoutRight(token, names, given.has('promote'));
  const uploads = read ? [read] : [];
  if (!read && project) {
    const site = await readDefinition(project);
    const { made } = await build({ store: null, site, project, environment, names, say });
    for (const version of made) uploads.push(await uploadOf(version, environment, project.dir));
  }
  const receipts: Receipt[] = [];
  for (const upload of uploads) receipts.push(await ask<Receipt>(address, 'versions', upload));
  if (!given.has('promote'))
    return {
      text: receipts.map((receipt) => receiptText(receipt, { site: address })).join('\n'),
      json: { receipts, live: null, changes: null },
    };
  const versions = receipts.map((one) => `${one.name}@${one.version}`);
  const why = given.text('why');
  const promoted = [
    'promote',
    ...versions,
    '--env',
    environment,
    ...(why ? ['--why', why] : []),
    ...(given.has('force') ? ['--force'] : []),
  ];
  const { text, json } = await ask<Answer>(address, 'run', { words: promoted });
  return { text, json: { receipts, ...z.record(z.string(), z.unknown()).parse(json) } };
}

/** @throws Refusal if the site would refuse the final command */
function refuseWithoutRight(token: Rights, wanted: readonly string[], isPromoting: boolean): void {
  refuseForeign(token, wanted);
  if (isPromoting) refusePromoting(token, wanted);
}

async function uploadOf(made: MadeVersion, environment: string, dir: string): Promise<Upload> {
  if (made.isShell) throw new Refusal('usage', 'Publishing the shell needs the store.');
  const files: Record<string, string> = {};
  for (const file of await filesIn(made.dist))
    if (Object.hasOwn(made.record.integrity, file))
      files[file] = (await readFile(path.join(made.dist, file))).toString('base64');
  const owner = (await ownerIn(dir, made.name)) ?? undefined;
  const source = (await readSourceCommit(dir, made.name)) ?? undefined;
  return Upload.parse({ record: { ...made.record, owner, source }, files, maps: made.maps, environment });
}

/** Options that are not forwarded: the site's address and the output format. */
function withoutPlace(words: readonly string[]): string[] {
  const place = words.indexOf('--at');
  return words.filter(
    (word, index) =>
      !(place >= 0 && (index === place || index === place + 1)) &&
      !word.startsWith('--at=') &&
      word !== '--json',
  );
}

function originOf(site: string): string {
  const url = URL.canParse(site) ? new URL(site) : null;
  const isLocal = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1' || url?.hostname === '[::1]';
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)))
    throw new Refusal(
      'usage',
      `"${site}" is no site: write it like https://site.example. Tokens are sent over https only.`,
    );
  return url.origin;
}

const Refused = z.object({
  refused: z.object({
    kind: z.string(),
    message: z.string(),
    reasons: z.array(z.string()),
    instead: z.array(z.string()).nullish(),
  }),
});
const isKind = (kind: string): kind is RefusalKind => Object.hasOwn(exitCodes, kind);

async function ask<Result>(address: string, call: 'run' | 'versions', body: unknown): Promise<Result> {
  const token = process.env.COMPOSE_TOKEN;
  if (!token)
    throw new Refusal(
      'usage',
      `COMPOSE_TOKEN is not set: the operator of the site adds a token (token add NAME).`,
    );
  let answer: Response;
  try {
    answer = await fetch(`${address}/compose/${call}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    });
  } catch (cause) {
    const outcome = isUnheard(cause) ? 'Nothing was done.' : 'It is not known whether it was done.';
    throw new Refusal('failure', `${address} could not be reached: ${reasonOf(cause)}. ${outcome}`);
  }
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text) as Result; // of `bindPublishing`
  const refused = answer.status === 422 ? Refused.safeParse(JSON.parse(text)) : null;
  if (refused?.success && isKind(refused.data.refused.kind)) {
    const { kind, message, reasons, instead } = refused.data.refused;
    throw new Refusal(kind, message, reasons, instead);
  }
  throw new Refusal(
    answer.status === 401 ? 'forbidden' : 'failure',
    `${address} answered ${answer.status}: ${meanings[answer.status] ?? text.slice(0, 200)}`,
  );
}

const takesNone = 'publishing is off: its operator sets PUBLISHING=true.';
const meanings: Record<number, string> = {
  401: 'the token is unknown or was revoked.',
  404: takesNone,
  405: takesNone,
  413: 'the version is too large.',
  429: 'too many requests.',
};

/** Whether the site could not be reached. */
const isUnheard = (error: unknown): boolean => {
  const { cause } = error as { cause?: { code?: string } };
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(cause?.code ?? '');
};

const reasonOf = (error: unknown): string =>
  error instanceof Error ? ((error.cause as Error | undefined)?.message ?? error.message) : String(error);
