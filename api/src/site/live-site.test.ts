import { storeOfVersions } from '@frens/compose/testing';
import { expect, it, vi } from 'vitest';
import { minute } from '../clock.ts';
import { createLiveSite } from './live-site.ts';

it('notes once that a version works, and asks now and then, not before its failures could be told', async () => {
  const { store, remove } = await storeOfVersions();
  const { noteWorking } = createLiveSite(store, 'live');
  const works = vi.fn(async () => false);
  const visit = (minutes: number) => noteWorking('mf-quiz@2', new Date(minutes * minute), works);
  for (const minutes of [0, 5, 9]) await visit(minutes);
  expect(works).not.toHaveBeenCalled();
  for (const minutes of [11, 12, 19]) await visit(minutes);
  expect(works).toHaveBeenCalledTimes(1);
  expect(await store.hasWorked('live', 'mf-quiz@2')).toBe(false);
  works.mockResolvedValue(true);
  for (const minutes of [30, 60]) await visit(minutes);
  expect(works).toHaveBeenCalledTimes(2);
  expect(await store.hasWorked('live', 'mf-quiz@2')).toBe(true);
  expect(await store.hasWorked('staging', 'mf-quiz@2')).toBe(false);
  await remove();
});
