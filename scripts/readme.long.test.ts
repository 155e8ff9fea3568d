import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtStore, freePort } from '../e2e/support/site.ts';
import { type CheckoutCommands, commandLines, commandsOf } from './checkout-commands.ts';
import { copyRepository } from './copy-repository.js';
import { rootDir } from './setup.js';

// Runs every command of the README in order in a copy of the repository, except the tests.
let dir: string;
let port: number;
let commands: CheckoutCommands;
let version = '';

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'frens-readme-'));
  const checkout = path.join(dir, 'checkout');
  copyRepository(checkout);
  for (const made of ['.cache', 'api/embedded-mongo/dist'])
    await cp(path.join(rootDir, made), path.join(checkout, made), { recursive: true });
  const store = path.join(dir, 'store');
  if (existsSync(builtStore)) await cp(builtStore, store, { recursive: true });
  port = await freePort();
  commands = commandsOf(
    checkout,
    {
      SITE_STORE: store,
      PORT: String(port),
      DATA_DIR: path.join(dir, 'data'),
      MONGODB_URI: '',
      SMTP_URL: '',
    },
    60,
  );
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** How each line of the README is tested. */
const ways: [RegExp, (line: string) => Promise<string | undefined>][] = [
  // This test is part of it.
  [/^npm test$/, async () => undefined],
  // It uses its own port.
  [/^npm run storybook( -w design-system)?$/, (line) => commands.serve(line, 'http://127.0.0.1:6006')],
  // The long run has them as separate parts.
  [/^npm run (test-stories|visual) /, async () => undefined],
  [/^npm (start|run dev(:mock)?( -w mf-\w+)?)$/, (line) => commands.serve(line, `http://localhost:${port}`)],
  [/^npm run restore /, (line) => commands.run(`DATA_DIR=${path.join(dir, 'new')} ${line}`)],
  [/^(npm run|npx vitest run) /, (line) => commands.run(line)],
];

it('says only commands that work, in this order', { timeout: 900_000 }, async () => {
  const readme = await readFile(path.join(rootDir, 'README.md'), 'utf8');
  const lines = commandLines(readme);
  expect(lines.length).toBeGreaterThan(10);
  let greeting = '';
  for (const line of lines) {
    const command = line.replace('FOLDER', path.join(dir, 'backup')).replace('VERSION', version);
    const [, way] = ways.find(([pattern]) => pattern.test(command)) ?? [];
    if (!way) throw new Error(`Nothing tells how to try: ${line}`);
    const said = await way(command);
    if (line === 'npm start') greeting = said ?? '';
    version = /^mf-quiz@(\S+) (?:is|was) published/m.exec(said ?? '')?.[1] ?? version;
  }
  expect(version).not.toBe('');
  expect(greeting).toContain('demo / bamboo-grove');
});

it('says only commands that work, in the design system too', { timeout: 900_000 }, async () => {
  const lines = commandLines(await readFile(path.join(rootDir, 'design-system/README.md'), 'utf8'));
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) {
    const [, way] = ways.find(([pattern]) => pattern.test(line)) ?? [];
    if (!way) throw new Error(`Nothing tells how to try: ${line}`);
    await way(line);
  }
});
