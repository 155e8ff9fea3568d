import { expect, it } from 'vitest';
import { collectDocsData, findScreens } from './docs-data.ts';

it('finds the screens that show a component: by lazy imports, by packages that workspaces share, and inside of another component', () => {
  const screens = findScreens();
  const titlesOf = (component: string) =>
    screens.filter(({ shows }) => shows.has(component)).map(({ screen }) => screen.title);
  expect(titlesOf('RadarChart')).toEqual(['A Panda', 'Vibe quiz']);
  expect(titlesOf('Popover')).toEqual(['Frame']);
  expect(titlesOf('RadioCards'), 'in the sheet of reports').toContain('Person');
  expect(titlesOf('FilterBar').filter((title) => !titlesOf('Sheet').includes(title))).toEqual([]);
});

it('finds where a colour of a theme is used: through tokens that read it, and through what reads these', () => {
  const { tokens } = collectDocsData();
  const pathsOf = (name: string, how: 'usedOn' | 'usedThrough') =>
    tokens.find((token) => token.name === name)?.[how].map(({ path }) => path) ?? [];
  expect(pathsOf('--light-bamboo', 'usedOn')).toEqual([]);
  const onPages = pathsOf('--color-accent', 'usedOn');
  expect(onPages).not.toEqual([]);
  expect(pathsOf('--light-bamboo', 'usedThrough')).toEqual(expect.arrayContaining(onPages));
});
