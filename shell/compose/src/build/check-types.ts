import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SiteDefinition } from '../model/site-definition.ts';
import type { Project } from '../project.ts';
import { Refusal } from '../refusal.ts';
import { shellName } from '../store/site-store.ts';
import type { Build } from './builds.ts';
import { readTypeErrors } from './type-errors.js';

/** Files that never end up in a build (`build-version.js`); their errors are ignored. */
const notBuilt = ['*.test.ts', '*.test.tsx', '*.stories.tsx', 'testing', 'fixtures'];

type Types = NonNullable<SiteDefinition['types']>;

/**
 * Checks the types of the workspaces to build, as one program, so that shared code is read once.
 *
 * @param say receives progress messages
 * @throws Refusal that lists each error
 */
export async function checkTypes(
  { types }: Pick<SiteDefinition, 'types'>,
  project: Project,
  builds: readonly Pick<Build, 'name'>[],
  say: (line: string) => void,
): Promise<void> {
  if (builds.length === 0 || types === null) return;
  const names = builds.map(({ name }) => name);
  const started = performance.now();
  const said = await runCompiler(project, await writeProgram(project, types, names));
  say(`Checked the types of ${names.join(', ')} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  if (said === null) return;
  // Errors without a file concern the whole program.
  const whole = said.match(/^error TS.*$/gm) ?? [];
  const reasons = [...whole, ...readTypeErrors(said).map(({ where, text }) => `${where}: ${text}`)];
  throw new Refusal(
    'types',
    'Nothing was published, because of its types:',
    reasons.length > 0 ? reasons : [said.trim()],
  );
}

/** Writes the tsconfig of these workspaces, in a file of their own: others may be published concurrently. */
async function writeProgram(
  { dir }: Project,
  { declarations, remoteModule }: Types,
  names: readonly string[],
): Promise<string> {
  const file = path.join(dir, '.cache/types', `${names.join('+')}.json`);
  const exposed = file.replace(/json$/, 'ts');
  const program = {
    extends: '../../tsconfig.base.json',
    compilerOptions: { lib: ['es2023', 'dom', 'dom.iterable'] },
    files: [...declarations.map((name) => `../../${name}`), `./${path.basename(exposed)}`],
    include: names.map((name) => `../../${name}/src`),
    exclude: notBuilt.map((pattern) => `../../**/${pattern}`),
  };
  await mkdir(path.dirname(file), { recursive: true });
  await Promise.all([
    writeFile(file, JSON.stringify(program)),
    writeFile(exposed, exposedModules(remoteModule, names)),
  ]);
  return file;
}

/** Generates code that compiles only if every exposed module has the expected type. */
function exposedModules(remoteModule: string, names: readonly string[]): string {
  const remotes = names.filter((name) => name !== shellName);
  return [
    `import type { RemoteModule } from '../../${remoteModule}';`,
    ...remotes.map((name, index) => `import * as exposed${index} from '../../${name}/src/remote.tsx';`),
    ...remotes.map((_name, index) => `exposed${index} satisfies { remote: RemoteModule };`),
    'export type { RemoteModule };',
  ].join('\n');
}

/** The compiler's errors, or null. */
function runCompiler({ dir }: Project, program: string): Promise<string | null> {
  // One checker, because the bundler runs in parallel and several checkers would repeat shared work.
  const compiler = path.join(dir, 'node_modules/typescript/bin/tsc');
  const words = [compiler, '-p', program, '--pretty', 'false', '--checkers', '1'];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { cwd: dir, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0 ? null : said || `The compiler ended with ${code}.`));
  });
}
