import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findProject, type Project } from '../project.ts';
import { Refusal } from '../refusal.ts';
import { checkTypes } from './check-types.ts';

// A checkout of two remotes, checked by the real compiler.
const root = path.resolve(import.meta.dirname, '../../../..');
let dir: string;
let project: Project;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'frens-types-'));
  await write('compose.config.js', '');
  for (const file of [
    'tsconfig.base.json',
    'design-system/src/css-modules.d.ts',
    'shell/platform/src/lists/paged-query.ts',
    'shell/platform/src/remote-module.ts',
  ])
    await cp(path.join(root, file), path.join(dir, file));
  await symlink(path.join(root, 'node_modules'), path.join(dir, 'node_modules'), 'junction');
  for (const name of ['mf-quiz', 'mf-panda']) {
    await write(`${name}/remote.json`, '{}');
    await write(`${name}/src/remote.tsx`, remoteThatAdds('1'));
    await write(`${name}/src/add.ts`, 'export const add = (a: number, b: number) => a + b;');
  }
  const found = findProject(dir);
  if (!found) throw new Error('The checkout was not found');
  project = found;
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function write(file: string, text: string) {
  await mkdir(path.dirname(path.join(dir, file)), { recursive: true });
  await writeFile(path.join(dir, file), text);
}
/** A remote whose line 3 adds something to 2. */
const remoteThatAdds = (
  what: string,
) => `import { defineRemote } from '../../shell/platform/src/remote-module.ts';
import { add } from './add.ts';
export const three = add(${what}, 2);
const texts = async () => ({ default: {} });
export const remote = defineRemote({ name: '', contract: 1, routes: [], locales: { en: texts, es: texts } });
`;
const types = {
  declarations: ['design-system/src/css-modules.d.ts'],
  remoteModule: 'shell/platform/src/remote-module.ts',
};
const said: string[] = [];
const check = (...names: string[]) => checkWith(types, ...names);
const checkWith = (what: typeof types, ...names: string[]) =>
  checkTypes(
    { types: what },
    project,
    names.map((name) => ({ name })),
    (line) => said.push(line),
  );
const wrong = 'export const word: string = 1;';

// A compiler takes a second of a core: each case is about all that one run can show.
it('accepts valid types, and ignores tests, stories and other remotes', async () => {
  await write('mf-quiz/src/remote.test.tsx', wrong);
  await write('mf-quiz/src/add.stories.tsx', wrong);
  await write('mf-quiz/src/testing/people.ts', wrong);
  await write('mf-panda/src/add.ts', wrong);
  await expect(check('mf-quiz')).resolves.toBeUndefined();
});

it('lists all errors of several remotes by file and line, also a missing remote', async () => {
  await write('mf-quiz/src/remote.tsx', remoteThatAdds('"1"'));
  await write('mf-panda/src/add.ts', wrong);
  await write('mf-auth/src/remote.tsx', 'export const remote = { name: "mf-auth", contract: 2 };');
  const names = ['mf-quiz', 'mf-panda', 'mf-auth'];
  const refusal = await check(...names).catch((error: unknown) => error);
  if (!(refusal instanceof Refusal)) throw new Error('It was not refused');
  expect(refusal.kind).toBe('types');
  expect(refusal.reasons.toSorted()).toEqual([
    expect.stringMatching(
      /TS1360: Type '[^']*mf-auth\/src\/remote"[^]*does not satisfy the expected type '\{ remote: RemoteModule; \}'/,
    ),
    expect.stringMatching(/^mf-panda\/src\/add\.ts:1: TS2322: /),
    expect.stringMatching(/^mf-panda\/src\/remote\.tsx:2: TS2305: /),
    expect.stringMatching(/^mf-quiz\/src\/remote\.tsx:3: TS2345: .*'string' is not assignable/),
  ]);
  expect(said.pop()).toMatch(/^Checked the types of mf-quiz, mf-panda, mf-auth in \d+\.\d s$/);
});

it('reports errors without a file', async () => {
  await rm(path.join(dir, 'tsconfig.base.json'));
  // Without its options the compiler would read all packages that a real remote imports.
  await write('mf-quiz/src/remote.tsx', 'export const remote = {};');
  await write('small.ts', 'export type RemoteModule = object;');
  const small = { declarations: [], remoteModule: 'small.ts' };
  await expect(checkWith(small, 'mf-quiz')).rejects.toThrow(
    /because of its types:\n.*TS5083: .*tsconfig\.base\.json/,
  );
});

it('starts no compiler if nothing changed', async () => {
  await rm(path.join(dir, 'node_modules'));
  await expect(check()).resolves.toBeUndefined();
});
