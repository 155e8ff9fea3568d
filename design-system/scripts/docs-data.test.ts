import { expect, it } from 'vitest';
import { collectDocsData, findScreens } from './docs-data.ts';

it('finds the screens of a component through lazy imports, workspace packages and other components', () => {
  const screens = findScreens();
  const titlesOf = (component: string) =>
    screens.filter(({ shows }) => shows.has(component)).map(({ screen }) => screen.title);
  expect(titlesOf('RadarChart')).toEqual(['A Panda', 'Vibe quiz']);
  expect(titlesOf('Popover')).toEqual(['Frame']);
  expect(titlesOf('RadioCards'), 'in the sheet of reports').toContain('Person');
  expect(titlesOf('FilterBar').filter((title) => !titlesOf('Sheet').includes(title))).toEqual([]);
});

it('finds the pages of a theme colour through direct and transitive references', () => {
  const { tokens } = collectDocsData();
  const pathsOf = (name: string, how: 'usedOn' | 'usedThrough') =>
    tokens.find((token) => token.name === name)?.[how].map(({ path }) => path) ?? [];
  expect(pathsOf('--light-bamboo', 'usedOn')).toEqual([]);
  const onPages = pathsOf('--color-accent', 'usedOn');
  expect(onPages).not.toEqual([]);
  expect(pathsOf('--light-bamboo', 'usedThrough')).toEqual(expect.arrayContaining(onPages));
  expect(pathsOf('--hue-plum-tint', 'usedOn'), 'through `data-hue`').toContain('/docs/display-badge--docs');
});
