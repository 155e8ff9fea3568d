import { expect, it } from 'vitest';
import { findScreens } from './docs-data.ts';

it('finds the screens that show a component: by lazy imports, by packages that workspaces share, and inside of another component', () => {
  const screens = findScreens();
  const titlesOf = (component: string) =>
    screens.filter(({ shows }) => shows.has(component)).map(({ screen }) => screen.title);
  expect(titlesOf('RadarChart')).toEqual(['A Panda', 'Vibe quiz']);
  expect(titlesOf('Popover')).toEqual(['Frame']);
  expect(titlesOf('RadioCards'), 'in the sheet of reports').toContain('Person');
  expect(titlesOf('FilterBar').filter((title) => !titlesOf('Sheet').includes(title))).toEqual([]);
});
