import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

// Every screen can be looked at in Storybook in each of its states (docs/decisions/0033). Which states a screen has is told by its code.
const root = path.join(import.meta.dirname, '..');
const files = readdirSync(root)
  .filter((name) => name.startsWith('mf-') || name === 'shell')
  .flatMap((app) =>
    readdirSync(path.join(root, app, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join(app, 'src', file),
    ),
  )
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'));

const isStory = (file) => file.endsWith('.stories.tsx');
const textOf = (these) => these.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n');
const folders = files.filter((file) => file.endsWith('.screen.tsx')).map((file) => path.posix.dirname(file));

it.each([...new Set(folders)])('%s shows each of its states in a story', (folder) => {
  const here = files.filter((file) => file.startsWith(`${folder}/`));
  const code = textOf(here.filter((file) => !isStory(file)));
  const stories = textOf(here.filter(isStory));
  const states = [
    ...(/<(LoadError|AwaitedList)\b/.test(code) ? ['Loading', 'Failed', 'Ready'] : []),
    ...(/<EmptyState\b/.test(code) ? ['Empty'] : []),
  ];
  expect(stories).toContain('screenStory(');
  expect(states.filter((state) => !stories.includes(`export const ${state} =`))).toEqual([]);
});

it('finds the screens', () => expect(folders.length).toBeGreaterThan(15));
