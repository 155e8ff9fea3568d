import { describe, expect, it } from 'vitest';
import { affectedStories, type BuildStatistics, storiesOf } from './affected-stories.ts';

const importedBy = (name: string, ...importers: string[]) => ({
  name,
  reasons: importers.map((moduleName) => ({ moduleName })),
});
/** As in Storybook's stats: paths relative to the design system, the modules that list stories, and a preview with the frame of screens. */
const statistics: BuildStatistics = {
  modules: [
    { name: './storybook-config-entry.js' },
    importedBy('./storybook-stories.js', './storybook-config-entry.js'),
    importedBy('./src|lazy|/stories/', './storybook-stories.js'),
    importedBy('./src/card/card.stories.tsx', './src|lazy|/stories/'),
    importedBy('./src/tabs/tabs.stories.tsx', './src|lazy|/stories/'),
    importedBy('../mf-quiz/src/quiz.stories.tsx', './src|lazy|/stories/'),
    importedBy('./src/card/card.tsx', './src/card/card.stories.tsx', '../shell/src/chrome/chrome.tsx'),
    importedBy('css ./loader.js!./src/card/card.module.css', './src/card/card.tsx'),
    importedBy('../mf-quiz/locales|lazy|/json/', '../mf-quiz/src/quiz.stories.tsx'),
    importedBy('../mf-quiz/locales/en.json', '../mf-quiz/locales|lazy|/json/'),
    importedBy('../shell/platform/src/testing/screen-story.tsx', '../mf-quiz/src/quiz.stories.tsx'),
    importedBy('../shell/src/chrome/chrome.tsx', '../shell/src/testing/story-frame.tsx'),
    importedBy('../shell/src/testing/story-frame.tsx', './.storybook/preview.tsx'),
    importedBy('./tokens/base.css', './.storybook/preview.tsx'),
    importedBy('./.storybook/preview.tsx', './storybook-config-entry.js'),
    // Concatenated modules.
    {
      ...importedBy('./src/tabs/tabs.tsx + 1 modules', './src/tabs/tabs.stories.tsx'),
      modules: [{ name: './src/tabs/tabs.tsx' }, { name: './src/tabs/keys.ts' }],
    },
  ],
};
const affected = (...changed: string[]) => {
  const files = affectedStories(changed, statistics);
  return files === 'all' ? files : [...files].sort();
};
const [card, tabs, quiz] = [
  'design-system/src/card/card.stories.tsx',
  'design-system/src/tabs/tabs.stories.tsx',
  'mf-quiz/src/quiz.stories.tsx',
];

describe('a change affects', () => {
  it.each([
    ['the file of a story', [card], [card]],
    ['a style', ['design-system/src/card/card.module.css'], [card, quiz]],
    ['texts that are loaded by their language', ['mf-quiz/locales/en.json'], [quiz]],
    ['the frame, which only screens have', ['shell/src/chrome/chrome.tsx'], [quiz]],
    ['a part of concatenated modules', ['design-system/src/tabs/keys.ts'], [tabs]],
    ['a file that no story imports', ['api/src/server.ts', 'docs/qa.md'], []],
  ])('%s', (_what, changed, stories) => expect(affected(...changed)).toEqual(stories));

  it.each([
    'design-system/tokens/base.css',
    'design-system/.storybook/main.ts',
    'package-lock.json',
    'mf-quiz/remote.json',
  ])('all stories by %s', (file) => expect(affected(file)).toBe('all'));
});

it('lists stories, and no pages of documentation', () => {
  const entry = { title: 'Structure/Card', name: 'Tones', importPath: './src/card/card.stories.tsx' };
  expect(
    storiesOf({
      entries: {
        'structure-card--docs': { ...entry, id: 'structure-card--docs', type: 'docs' },
        'structure-card--tones': { ...entry, id: 'structure-card--tones', type: 'story' },
      },
    }),
  ).toEqual([{ id: 'structure-card--tones', title: 'Structure/Card: Tones', file: card }]);
});
