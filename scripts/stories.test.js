import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

// Every screen has a test, and a story for each of its states (docs/decisions/0033). Its code tells which states it has.
const root = path.join(import.meta.dirname, '..');
const files = readdirSync(root)
  .filter((name) => name.startsWith('mf-') || name === 'shell')
  .flatMap((app) =>
    readdirSync(path.join(root, app, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join(app, 'src', file),
    ),
  )
  .filter((file) => file.endsWith('.tsx'));
const tests = files.filter((file) => file.endsWith('.test.tsx'));
const screens = files.filter((file) => file.endsWith('.screen.tsx'));

const read = (file) => readFileSync(path.join(root, file), 'utf8');

/** A screen's code with its imports from the same folder, so that screens of one folder are checked separately. */
function codeOf(file, folder, seen = new Set()) {
  if (seen.has(file)) return '';
  seen.add(file);
  const code = read(file);
  const imported = [...code.matchAll(/from '(\.[^']+\.tsx)'/g)]
    .map(([, target]) => path.posix.join(path.posix.dirname(file), target))
    .filter((target) => target.startsWith(`${folder}/`));
  return [code, ...imported.map((target) => codeOf(target, folder, seen))].join('\n');
}

describe.each(screens)('%s', (screen) => {
  const stories = screen.replace('.screen.tsx', '.stories.tsx');

  it('has stories of its own', () => {
    expect(files).toContain(stories);
    expect(read(stories)).toMatch(/screenStory\(|Screen\b/);
  });

  it('has a test that is named after it or imports it', () => {
    const imports = (test) =>
      [...read(test).matchAll(/'(\.[^']+\.screen\.tsx)'/g)].some(
        ([, target]) => path.posix.join(path.posix.dirname(test), target) === screen,
      );
    expect(tests.filter((test) => test === screen.replace('.tsx', '.test.tsx') || imports(test))).not.toEqual(
      [],
    );
  });

  it('shows each of its states in a story', () => {
    const code = codeOf(screen, path.posix.dirname(screen));
    const states = [
      ...(/<(LoadError|AwaitedList)\b/.test(code) ? ['Loading', 'Failed', 'Ready'] : []),
      ...(/<EmptyState\b/.test(code) ? ['Empty'] : []),
      ...(/\.status === 404\b|<MissingPage\b/.test(code) ? ['Missing'] : []),
    ];
    const told = files.includes(stories) ? read(stories) : '';
    expect(states.filter((state) => !told.includes(`export const ${state} =`))).toEqual([]);
  });
});

it('finds the screens', () => expect(screens.length).toBeGreaterThan(15));
