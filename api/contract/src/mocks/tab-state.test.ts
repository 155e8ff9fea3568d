import { expect, it } from 'vitest';
import { fixtureId } from '../fixtures/index.ts';
import { mockHeader } from './parse-scenario.ts';
import { createTabs } from './tab-state.ts';

const site = 'http://localhost';
/** Asks as a page does, or as an element of it, which says no tab. */
async function ask(
  { answerOf }: ReturnType<typeof createTabs>,
  page: string,
  tab?: string,
  path = '/api/circles',
) {
  const headers: Record<string, string> = page ? { Referer: site + page } : {};
  if (tab !== undefined) headers[mockHeader] = tab;
  return (await answerOf(new Request(site + path, { headers })))?.status;
}

it('answers what an element asks for as the tab that shows its page, and a program as a tab of its own', async () => {
  const tabs = createTabs();
  await ask(tabs, '/groups', 'tab=a&scenario=long');
  expect(await ask(tabs, '/browse', 'tab=b&scenario=html')).toBe(502);
  expect(await ask(tabs, '/groups')).toBe(200);
  expect(await ask(tabs, '/browse')).toBe(502);
  expect(await ask(tabs, '')).toBe(200);
});

it('finds a picture in any tab that has it', async () => {
  const tabs = createTabs();
  await ask(tabs, '/groups', 'tab=a');
  await ask(tabs, '/browse', 'tab=b&scenario=empty');
  const picture = `/media/pandas/${fixtureId('panda', 0)}.svg`;
  expect(await ask(tabs, '/browse', undefined, picture)).toBe(200);
});
