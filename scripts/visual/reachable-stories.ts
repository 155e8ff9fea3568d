import path from 'node:path';

/** The statistics that Storybook's build writes (`--stats-json`), as far as they are read. */
export interface BuildStatistics {
  modules: { name: string; reasons?: { moduleName?: string }[]; modules?: { name: string }[] }[];
}

/** Storybook's list of stories, `index.json`. */
export interface StoryIndex {
  entries: Record<string, { id: string; type: string; title: string; name: string; importPath: string }>;
}

/** A story, and the file that it stands in. */
export interface Story {
  id: string;
  title: string;
  file: string;
}

const folder = 'design-system';
/** What Storybook's build is made with rather than of: no module of it, and yet a change of everything. */
const ofBuild =
  /^(package-lock\.json|(design-system\/)?package\.json|design-system\/(rsbuild\.config\.ts|\.storybook\/.*)|mf-[^/]+\/remote\.json)$/;
/** Modules that hand themselves to others: a change of the first reaches who imports the second, and not every page that loads both. */
const registrations: Readonly<Record<string, string>> = {
  'shell/src/testing/story-frame.tsx': 'shell/platform/src/testing/screen-story.tsx',
};

/** The path of a module in the repository, without what a bundler writes around it. */
function fileOf(module: string): string {
  return path.posix.join(folder, module.replace(/^.*!/, '').replace(/ \+ \d+ modules$/, ''));
}

const isStoryFile = (file: string) => file.endsWith('.stories.tsx');

/** The stories of a Storybook, in its order. */
export function storiesOf({ entries }: StoryIndex): Story[] {
  return Object.values(entries)
    .filter(({ type }) => type === 'story')
    .map(({ id, title, name, importPath }) => ({
      id,
      title: `${title}: ${name}`,
      file: path.posix.join(folder, importPath),
    }));
}

/**
 * The files of stories that a change can reach, by the bundler's graph of modules.
 *
 * @param changed paths of changed files in the repository
 * @returns `all` where what every story is shown with has changed
 */
export function reachedBy(changed: readonly string[], { modules }: BuildStatistics): Set<string> | 'all' {
  const importers = new Map<string, Set<string>>();
  const link = (file: string, importer: string) => {
    if (file === importer) return;
    importers.set(file, (importers.get(file) ?? new Set()).add(importer));
  };
  for (const { name, reasons = [], modules: inner = [] } of modules)
    for (const { moduleName = '' } of reasons)
      for (const file of [name, ...inner.map((one) => one.name)]) link(fileOf(file), fileOf(moduleName));
  // Within joined modules the statistics tell only who imports the whole.
  for (const { name, modules: inner = [] } of modules)
    for (const one of inner) link(fileOf(one.name), fileOf(name));

  const reached = new Set<string>();
  const next = [...changed];
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    // A story is reached, and what lists all stories is not.
    if (isStoryFile(file)) continue;
    const registered = registrations[file];
    next.push(...(registered ? [registered] : (importers.get(file) ?? [])));
  }
  if ([...reached].some((file) => ofBuild.test(file))) return 'all';
  return new Set([...reached].filter(isStoryFile));
}
