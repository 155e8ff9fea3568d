import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SiteStore } from '@frens/compose/store';
import { site as definition } from '@frens/contract/site';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtStore, freePort, type Site, startSite } from '../e2e/support/site.ts';
import { type CheckoutCommands, commandsOf } from './checkout-commands.ts';
import { copyRepository } from './copy-repository.js';
import { rootDir } from './setup.js';

// Runs every command of docs/operating.md, in blocks and in sentences, in order, in a copy of the repository beside a site on the same data.
// Commands that are not run have a reason.
let dir: string;
let site: Site;
let port: number;
let commands: CheckoutCommands;
/** A version of mf-quiz that was live before the guide begins. */
let version: string;
let backups = 0;
const token = 'a-token-of-the-guide';

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'frens-operating-'));
  const checkout = path.join(dir, 'checkout');
  copyRepository(checkout);
  for (const made of ['.cache', 'api/embedded-mongo/dist'])
    await cp(path.join(rootDir, made), path.join(checkout, made), { recursive: true });
  const store = new SiteStore(path.join(dir, 'store'), definition);
  if (existsSync(builtStore)) await cp(builtStore, store.dir, { recursive: true });
  port = await freePort();
  const env = {
    SITE_STORE: store.dir,
    PORT: String(port),
    DATA_DIR: path.join(dir, 'data'),
    MONGODB_URI: '',
    SMTP_URL: '',
    METRICS_TOKEN: token,
    MODERATOR: 'ada',
  };
  commands = commandsOf(checkout, env, 60);
  // Two history entries.
  await commands.run('npm run compose -- publish --promote');
  const { apps } = await store.composition((await store.liveId()) ?? '');
  version = apps['mf-quiz']?.versions[0].version ?? '';
  const file = path.join(checkout, 'mf-quiz/remote.json');
  const descriptor = JSON.parse(await readFile(file, 'utf8'));
  descriptor.area.en = `${descriptor.area.en} again`;
  await writeFile(file, JSON.stringify(descriptor));
  await commands.run('npm run compose -- publish mf-quiz --promote');
  site = await startSite({ dataDir: env.DATA_DIR, storeDir: store.dir, env: { METRICS_TOKEN: token } });
});
afterAll(async () => {
  await site?.stop();
  await rm(dir, { recursive: true, force: true });
});

/** How each command is tested; a string is the reason why it is not. */
const ways: [RegExp, ((command: string) => Promise<string>) | string][] = [
  [/^npm ci/, 'the copy borrows the packages that are installed'],
  [/^npm test$/, 'this is part of it'],
  [
    /^npm run drill /,
    'it takes minutes and the packages of another revision: api/drill has tests of its own',
  ],
  [/^npm run soak /, 'it takes hours: api/drill has tests of its own'],
  [/^npm run bench:overload$/, 'it takes minutes: api/src/overload.long.test.ts'],
  [/^npm run test:long /, 'the long run has these as parts of its own, as this is one'],
  [/ --from https:/, 'its address is an example: e2e/composition/other-origin.long.e2e.ts'],
  [
    /^npm run compose -- rollback$/,
    'a second one is refused for a while: shell/compose/src/roll-back-remote.test.ts',
  ],
  [/"\$BACKUP_DIR"/, 'it needs the log of a server: api/src/backup/change-log.test.ts'],
  [/^npm run moderate$/, 'it is a name here, and its acts are tried in api/src/scripts/moderate.test.ts'],
  [
    /^npm start$/,
    (command) =>
      commands.serve(`DATA_DIR=${path.join(dir, 'started')} ${command}`, `http://localhost:${port}`),
  ],
  [/^npm run backup /, (command) => commands.run(command.replace('FOLDER', backup((backups += 1))))],
  [
    /^npm run restore /,
    (command) =>
      commands.run(
        `DATA_DIR=${path.join(dir, `restored-${backups}`)} ${command.replace('FOLDER', backup(backups))}`,
      ),
  ],
  [/^npm run export-site /, (command) => commands.run(command.replace('FOLDER', path.join(dir, 'export')))],
  [
    /^npm run compose -- explain /,
    () => commands.run(`npm run compose -- explain "REMOTE-104 · mf-quiz ${version}"`),
  ],
  [/^(npm run|npm run compose --) /, (command) => commands.run(command)],
];
const backup = (number: number) => path.join(dir, `backup-${number}`);

/** The commands of a document in order: lines of code blocks without their comments, and inline code. */
function allCommands(document: string): string[] {
  return [...document.matchAll(/```sh\n([^]*?)```|`((?:npm|npx)\s[^`]+)`/g)].flatMap(
    ([, block, inline = '']) =>
      block === undefined
        ? [inline.replace(/\s+/g, ' ')]
        : block.split('\n').flatMap((line) => line.replace(/ +#.*$/, '').trim() || []),
  );
}

it('says only commands that work, in this order', { timeout: 1_200_000 }, async () => {
  const guide = await readFile(path.join(rootDir, 'docs/operating.md'), 'utf8');
  const lines = allCommands(guide);
  expect(lines.length).toBeGreaterThan(25);
  for (const line of lines) {
    const [, way] = ways.find(([pattern]) => pattern.test(line)) ?? [];
    if (way === undefined) throw new Error(`Nothing tells how to try: ${line}`);
    if (typeof way === 'string') continue;
    await way(line.replace('VERSION', version).replace('ADDRESS', site.origin));
  }
});
