import type { Block } from '@frens/contract';
import { mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const path = '/privacy-settings';
const createdAt = '2026-11-02T10:00:00.000Z';
const ana: Block = { userId: 'ana', username: 'ana', name: 'Ana', createdAt };
const nobody: Block = { userId: 'x', username: null, name: null, createdAt };
const blocksOf = (...blocks: Block[]) => [mock('GET /api/blocks', () => blocks)];
const card = () => screen.findByRole('region', { name: 'Blocked frens' });

it('lists blocked members, unblocks by keyboard, and keeps the focus in place', async () => {
  const { user, requests } = await renderRemote(remote, { path, handlers: blocksOf(ana, nobody) });
  const blocked = within(await card());
  expect(await blocked.findByText('Ana')).toBeTruthy();
  expect(blocked.getByText('Someone you couldn’t see')).toBeTruthy();
  // A blocked member's picture is hidden from the blocker, too.
  const faces = (await card()).querySelectorAll('img');
  expect([...faces].map((face) => face.getAttribute('src'))).toEqual(
    Array(2).fill('/media/drawings/neutral.svg'),
  );
  const { violations } = await axe.run(await card());
  expect(violations.map(({ id }) => id)).toEqual([]);
  blocked.getByRole('button', { name: 'Unblock Ana' }).focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Unblocked')).toBeTruthy();
  await waitFor(() => expect(blocked.queryByText('Ana')).toBeNull());
  await waitFor(() => expect(blocked.getByRole('list').parentElement).toBe(document.activeElement));
  expect(requests).toContain('DELETE /api/users/ana/block');
});

it('shows the empty state, in Spanish too', async () => {
  await renderRemote(remote, { path, language: 'es' });
  expect(await screen.findByText(/^No tienes bloqueos\./)).toBeTruthy();
});

it('explains a failure, and retries on request', async () => {
  const { user, server } = await renderRemote(remote, { path, scenario: 'failing' });
  const blocked = within(await card());
  expect(await blocked.findByText('We couldn’t load your blocked frens')).toBeTruthy();
  server.use(...blocksOf(ana));
  await user.click(blocked.getByRole('button', { name: 'Try again' }));
  expect(await blocked.findByText('Ana')).toBeTruthy();
});

it('keeps the list when unblocking fails', async () => {
  const { user } = await renderRemote(remote, { path, scenario: 'refusing', handlers: blocksOf(ana) });
  await user.click(await screen.findByRole('button', { name: 'Unblock Ana' }));
  expect(await screen.findByText('We couldn’t unblock this fren')).toBeTruthy();
  expect(screen.getByText('Ana')).toBeTruthy();
});
