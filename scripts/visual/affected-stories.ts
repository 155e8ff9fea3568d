import path from 'node:path';

/** The part that is read of the statistics that Storybook's build writes (`--stats-json`). */
export interface BuildStatistics {
  modules: { name: string; reasons?: { moduleName?: string }[]; modules?: { name: string }[] }[];
}

/** Storybook's list of stories, `index.json`. */
export interface StoryIndex {
  entries: Record<string, { id: string; type: string; title: string; name: string; importPath: string }>;
}

/** A story and its file. */
export interface Story {
  id: string;
  title: string;
  file: string;
}

const folder = 'design-system';
/** Inputs of Storybook's build that are no modules of it; a change of one can affect every story. */
const buildInputs =
  /^(package-lock\.json|(design-system\/)?package\.json|design-system\/(rsbuild\.config\.ts|\.storybook\/.*)|mf-[^/]+\/remote\.json)$/;
/** Self-registering modules: a change of the first affects the importers of the second, not every page that loads both. */
const registrations: Readonly<Record<string, string>> = {
  'shell/src/testing/story-frame.tsx': 'shell/platform/src/testing/screen-story.tsx',
};

/** The path of a module in the repository, without the bundler's additions. */
function fileOf(module: string): string {
  return path.posix.join(folder, module.replace(/^.*!/, '').replace(/ \+ \d+ modules$/, ''));
}

const isStoryFile = (file: string) => file.endsWith('.stories.tsx');

/** The stories of a Storybook, in order. */
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
 * The files of stories that a change can affect, by the bundler's module graph.
 *
 * @param changed paths of changed files in the repository
 * @returns `all` where something has changed that every story depends on
 */
export function affectedStories(
  changed: readonly string[],
  { modules }: BuildStatistics,
): Set<string> | 'all' {
  const importers = new Map<string, Set<string>>();
  const link = (file: string, importer: string) => {
    if (file === importer) return;
    importers.set(file, (importers.get(file) ?? new Set()).add(importer));
  };
  for (const { name, reasons = [], modules: inner = [] } of modules)
    for (const { moduleName = '' } of reasons)
      for (const file of [name, ...inner.map((one) => one.name)]) link(fileOf(file), fileOf(moduleName));
  // For concatenated modules the statistics name only the importers of the whole.
  for (const { name, modules: inner = [] } of modules)
    for (const one of inner) link(fileOf(one.name), fileOf(name));

  const affected = new Set<string>();
  const next = [...changed];
  for (let file = next.pop(); file !== undefined; file = next.pop()) {
    if (affected.has(file)) continue;
    affected.add(file);
    // Files that import all stories are not followed.
    if (isStoryFile(file)) continue;
    const registered = registrations[file];
    next.push(...(registered ? [registered] : (importers.get(file) ?? [])));
  }
  if ([...affected].some((file) => buildInputs.test(file))) return 'all';
  return new Set([...affected].filter(isStoryFile));
}
