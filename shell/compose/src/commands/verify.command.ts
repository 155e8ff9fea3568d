import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findVersion } from '../built-version.ts';
import type { Answer, Command, Given, Surroundings } from '../command.ts';
import { formatCommand } from '../format-command.ts';
import type { SiteDefinition } from '../model/site-definition.ts';
import { publishable } from '../promote.ts';
import { build } from '../publish.ts';
import { readComposition } from '../read-composition.ts';
import { completeName } from '../read-version.ts';
import { exitCodes, Refusal } from '../refusal.ts';
import { type Repaired, repair, type Source } from '../repair.ts';
import { logAuditEntry } from '../rights/audit.ts';
import { openStore } from '../store/open-store.ts';
import { filesPath } from '../store/site-store.ts';
import { verifyComposition } from '../verify-store.ts';

export const verifyCommand: Command = {
  summary: 'verifies every file of the live versions and fallbacks by its hash; restores lost files',
  words: '[COMPOSITION] | --repair NAME@VERSION…',
  count: [0, Number.POSITIVE_INFINITY],
  options: {
    repair: { help: 'restores lost and changed files of these versions as they were published' },
    from: {
      value: 'STORE',
      help: 'with --repair: reads them from another store, such as a backup, instead of building them',
    },
  },
  about: `Exits with ${exitCodes.damaged} if a file is missing, changed or unlisted. --repair writes nothing but damaged files. It restores files from their compressed copies; for
the rest this checkout must have the exact sources of the version, which are built and compared. Unlisted files must be removed by hand.`,
  async run(given, around) {
    const isRepair = given.has('repair');
    if (isRepair ? given.words.length === 0 : given.words.length > 1 || given.text('from') !== undefined)
      throw new Refusal(
        'usage',
        `Write it like this: ${formatCommand('verify [COMPOSITION]', around)}, or ${formatCommand('verify --repair NAME@VERSION…', around)}`,
      );
    return isRepair ? repairAll(given, around) : verify(given, around);
  },
};

async function verify({ words: [name] }: Given, around: Surroundings): Promise<Answer> {
  const { store, say } = around;
  if (!name && (await store.liveId(around.environment)) === null)
    throw new Refusal('unknown', `Nothing was ever live in ${around.environment}.`);
  // An environment name means its live composition.
  const environment = (await store.environments()).find((one) => one === name) ?? around.environment;
  const composition = await readComposition(around, name ?? environment);
  const { files, damages } = await verifyComposition({ store, environment }, composition, say);
  const isWhole = damages.length === 0;
  return {
    text: isWhole ? `${files} files, all as they were published.` : damages.join('\n'),
    json: { files, damages },
    exitCode: isWhole ? 0 : exitCodes.damaged,
  };
}

async function repairAll(given: Given, around: Surroundings): Promise<Answer> {
  const from = given.text('from');
  const done: Repaired[] = [];
  for (const text of given.words) {
    const wanted = await completeName(around.store, text);
    const source = () =>
      from === undefined ? builtSource(around, wanted) : storedSource(around.store.site, from, wanted);
    around.say(`Reading ${text} …`);
    const repaired = await repair(around.store, wanted, source);
    if (repaired.written.length > 0)
      await logAuditEntry(around.store, {
        who: around.author.who,
        what: `verify --repair ${text}`,
        outcome: 'done',
      });
    done.push(repaired);
  }
  return {
    text: done.flatMap(linesOf).join('\n'),
    json: { repaired: done },
    exitCode: done.some(({ unlisted }) => unlisted.length > 0) ? exitCodes.damaged : 0,
  };
}

interface Wanted {
  name: string;
  version: string;
}

/** Builds the version from this checkout. */
async function builtSource(
  { store: { site }, project, environment, say }: Surroundings,
  { name, version }: Wanted,
): Promise<Source> {
  if (!project || !publishable(project).includes(name))
    throw new Refusal(
      'damaged',
      `The store has no whole copy of what ${name}@${version} lost: run this in the checkout that it was built from, or say --from STORE. Nothing was written.`,
    );
  const { made } = await build({ store: null, site, project, environment, names: [name], say });
  const [own] = made;
  if (own?.record.version !== version)
    throw new Refusal(
      'misfit',
      `The sources here give ${name}@${own?.record.version}, not ${version}: check out what it was built from, or say --from STORE. Nothing was written.`,
    );
  return { label: 'This checkout', record: own.record, read: (file) => readFile(path.join(own.dist, file)) };
}

/** Reads the version from another store. */
async function storedSource(
  site: SiteDefinition,
  address: string,
  { name, version }: Wanted,
): Promise<Source> {
  const store = await openStore(address, site);
  const own = await findVersion(store, name, version);
  if (!own) throw new Refusal('unknown', `${address} has no ${name}@${version}. Nothing was written.`);
  const folder = filesPath(own.record) ?? own.target;
  return { label: address, record: own.record, read: (file) => store.files.read(folder + file) };
}

function linesOf({ name, version, written, unlisted }: Repaired): string[] {
  return [
    written.length > 0
      ? `${name}@${version} is whole again; ${written.length} files were written:`
      : `${name}@${version} has all its files as they were published.`,
    ...written.map((file) => `  ${file}`),
    ...unlisted.map((file) => `  ${file} has no hash, and was left`),
  ];
}
