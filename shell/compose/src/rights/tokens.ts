import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Refusal } from '../refusal.ts';
import type { SiteStore } from '../store/site-store.ts';

/** The rights of a token for the publishing calls. The secret itself is not stored. */
export const Token = z.object({
  name: z.string(),
  /** SHA-256 of the secret, in hex. */
  hash: z.string(),
  /** Remotes that it publishes. */
  remotes: z.array(z.string()),
  /** Whether it makes versions of these remotes live. */
  mayPromote: z.boolean(),
  /** Whether it may roll back anybody's changes. */
  mayRollback: z.boolean().default(false),
  /** Whether it may freeze an environment and end a freeze. */
  mayFreeze: z.boolean().default(false),
  /** Whether it may begin environments. */
  mayBegin: z.boolean().default(false),
  at: z.iso.datetime(),
});
export type Token = z.infer<typeof Token>;
/** The token as shown to its holder. */
export type Rights = Pick<
  Token,
  'name' | 'remotes' | 'mayPromote' | 'mayRollback' | 'mayFreeze' | 'mayBegin'
>;

/** The token contains its name, so that the lookup reads one file. */
const form = /^compose_([a-z][a-z0-9-]{0,39})_([A-Za-z0-9_-]{43})$/;
const fileOf = (name: string) => `tokens/${name}.json`;
/** Files of a store are immutable: a second file revokes a token. */
const endOf = (name: string) => `tokens/${name}.ended.json`;

/**
 * Makes a token.
 *
 * @returns the token; it cannot be shown again
 * @throws Refusal if the name is invalid or was used before, so that the audit log stays unambiguous
 */
export async function addToken(
  store: SiteStore,
  {
    name,
    remotes,
    mayPromote = false,
    mayRollback = false,
    mayFreeze = false,
    mayBegin = false,
  }: Pick<Rights, 'name' | 'remotes'> & Partial<Rights>,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  const token = `compose_${name}_${secret}`;
  if (!form.test(token))
    throw new Refusal('usage', `"${name}" is no name of a token: use small letters, digits and hyphens.`);
  const record: Token = {
    name,
    hash: hash('sha256', secret),
    remotes,
    mayPromote,
    mayRollback,
    mayFreeze,
    mayBegin,
    at: new Date().toISOString(),
  };
  if (!(await store.files.create(fileOf(name), JSON.stringify(record))))
    throw new Refusal('usage', `There is or was a token ${name}: choose another name.`);
  return token;
}

/** @throws Refusal if the token does not cover all of these remotes */
export function refuseForeign({ name, remotes }: Rights, wanted: readonly string[]): void {
  const foreign = [...new Set(wanted)].filter((remote) => !remotes.includes(remote));
  if (foreign.length > 0)
    throw new Refusal('forbidden', `The token ${name} does not publish ${foreign.join(', ')}.`);
}

/** @throws Refusal if the token may not promote all of these remotes */
export function refusePromoting(token: Rights, wanted: readonly string[]): void {
  if (!token.mayPromote)
    throw new Refusal('forbidden', `The token ${token.name} does not change what is live.`);
  refuseForeign(token, wanted);
}

/** Revokes a token. @throws Refusal if there is none of that name */
export async function endToken(store: SiteStore, name: string): Promise<void> {
  if (!(await readToken(store, name))) throw new Refusal('unknown', `There is no token ${name}.`);
  await store.files.create(endOf(name), JSON.stringify({ at: new Date().toISOString() }));
}

/** Valid tokens, by name. */
export async function listTokens(store: SiteStore): Promise<Token[]> {
  const names = (await store.files.list('tokens')).flatMap(
    (file) => /^([a-z0-9-]+)\.json$/.exec(file)?.[1] ?? [],
  );
  const tokens = await Promise.all(names.map((name) => readToken(store, name)));
  return tokens.filter((token) => token !== null);
}

/** Verifies a token; null if it is unknown, revoked or has a wrong secret. */
export async function findToken(store: SiteStore, brought: string): Promise<Token | null> {
  const [, name, secret] = form.exec(brought) ?? [];
  if (!name || !secret) return null;
  const token = await readToken(store, name);
  return token && timingSafeEqual(hash('sha256', secret, 'buffer'), Buffer.from(token.hash, 'hex'))
    ? token
    : null;
}

async function readToken(store: SiteStore, name: string): Promise<Token | null> {
  const record = await store.files.read(fileOf(name));
  if (!record || (await store.files.read(endOf(name)))) return null;
  return Token.parse(JSON.parse(record.toString()));
}
