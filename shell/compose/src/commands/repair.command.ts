import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command, Surroundings } from '../command.ts';
import { findVersion } from '../made-version.ts';
import { publishable } from '../promote.ts';
import { build } from '../publish.ts';
import { readName } from '../read-version.ts';
import { exitCodes, Refusal } from '../refusal.ts';
import { type Repaired, repair, type Source } from '../repair.ts';
import { noteDeed } from '../rights/audit.ts';
import { openStore } from '../store/open-store.ts';

export const repairCommand: Command = {
  summary: 'writes lost and changed files of published versions anew, as they were',
  words: 'NAME@VERSION…',
  count: [1, Number.POSITIVE_INFINITY],
  options: {
    from: {
      value: 'STORE',
      help: 'takes them from another store, such as a backup, instead of building them',
    },
  },
  about: `Writes what is missing or does not match its hash, and nothing else. What has a whole compressed form is mended by that; for the rest this checkout must
hold the very sources of the version, which are built and refused when they give another one. Ends with ${exitCodes.damaged} when files are left
that nobody has listed: they are yours to remove.`,
  async run(given, around) {
    const from = given.text('from');
    const done: Repaired[] = [];
    for (const text of given.words) {
      const wanted = readName(text);
      const source = () => (from === undefined ? builtSource(around, wanted) : storedSource(from, wanted));
      around.say(`Reading ${text} …`);
      const repaired = await repair(around.store, wanted, source);
      if (repaired.written.length > 0)
        await noteDeed(around.store, { who: around.author.who, what: `repair ${text}`, outcome: 'done' });
      done.push(repaired);
    }
    return {
      text: done.flatMap(linesOf).join('\n'),
      json: { repaired: done },
      exitCode: done.some(({ unlisted }) => unlisted.length > 0) ? exitCodes.damaged : 0,
    };
  },
};

interface Wanted {
  name: string;
  version: string;
}

/** Builds the version from this checkout. */
async function builtSource({ project, say }: Surroundings, { name, version }: Wanted): Promise<Source> {
  if (!project || !publishable(project).includes(name))
    throw new Refusal(
      'damaged',
      `The store has no whole copy of what ${name}@${version} lost: run this in the checkout that it was built from, or say --from STORE. Nothing was written.`,
    );
  const { made } = await build({ store: null, project, names: [name], say });
  const [own] = made;
  if (own?.record.version !== version)
    throw new Refusal(
      'misfit',
      `The sources here give ${name}@${own?.record.version}, not ${version}: check out what it was built from, or say --from STORE. Nothing was written.`,
    );
  return {
    label: 'This checkout',
    record: own.record,
    read: (file) => readFile(path.join(own.dist, file)),
  };
}

/** Reads the version from another store. */
async function storedSource(address: string, { name, version }: Wanted): Promise<Source> {
  const store = await openStore(address);
  const own = await findVersion(store, name, version);
  if (!own) throw new Refusal('unknown', `${address} has no ${name}@${version}. Nothing was written.`);
  return { label: address, record: own.record, read: (file) => store.files.read(own.target + file) };
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
