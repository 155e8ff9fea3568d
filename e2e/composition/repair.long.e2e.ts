import { readFile, rm, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorkshop, type RemoteWorkshop } from '../support/remote-workshop.ts';
import { temporaryFolder } from '../support/site.ts';

// A version whose files were lost in the store is rebuilt from exactly its sources.
const name = 'mf-community';
const texts = 'locales/en.json';
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let workshop: RemoteWorkshop;
let version: string;
let entry: string;
const record = () => workshop.store.file('remotes', name, version, 'version.json');
const file = (path: string) => workshop.store.file('remotes', name, 'files', path);

const rename = (text: string) => text.replace('"{{product}} Circles"', '"Circles of the Grove"');

beforeAll(async () => {
  folder = await temporaryFolder();
  workshop = await createWorkshop(folder.dir, name);
  version = await workshop.publish(texts, rename);
  entry = (await workshop.store.remoteVersion(name, version))?.files?.entry ?? '';
});
afterAll(() => folder?.remove());

it('builds the same bytes from the same sources, and refuses those of others', async () => {
  const before = await readFile(file(entry));
  for (const form of ['', '.br', '.gz']) await rm(file(entry + form));
  await writeFile(record(), '{"version":');
  const refused = await workshop.compose('verify', '--repair', `${name}@${version}`);
  expect([refused.code, refused.err]).toEqual([
    3,
    expect.stringMatching(new RegExp(`The sources here give ${name}@.*, not ${version}: check out`)),
  ]);
  await expect(readFile(file(entry)), 'nothing was written').rejects.toThrow('ENOENT');

  const { code, out, err } = await workshop.edit(texts, rename, () =>
    workshop.compose('verify', '--repair', `${name}@${version}`),
  );
  expect([code, out], err).toEqual([0, expect.stringContaining('is whole again; 4 files were written')]);
  expect(await readFile(file(entry))).toEqual(before);
  expect((await workshop.compose('promote', `${name}@${version}`)).code, 'nothing is damaged').toBe(0);
});
