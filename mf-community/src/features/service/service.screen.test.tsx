import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

it('previews a project per category, explains the idea, and has no enabled buttons', async () => {
  const { container } = await renderRemote(remote, { path: '/service', user: null });

  expect(
    await screen.findByRole('heading', { level: 1, name: 'Service Platform Coming Soon!' }),
  ).toBeTruthy();
  expect(screen.getAllByRole('article')).toHaveLength(4);
  for (const category of ['Environment', 'Food Security', 'Education', 'Housing Justice']) {
    expect(screen.getByText(category)).toBeTruthy();
  }

  const forest = within(screen.getByRole('article', { name: 'A Pocket Forest on Eastfield' }));
  for (const words of [
    'Eastfield, behind the library',
    '18 of 30 volunteers',
    '3 hours, one Saturday a month',
    '200 native trees and a shady way to school',
    'Marisol V.',
    'Join Project · Coming Soon',
  ]) {
    expect(forest.getByText(words)).toBeTruthy();
  }
  expect(forest.getByRole<HTMLProgressElement>('progressbar').max).toBe(30);

  for (const step of ['Connect', 'Serve', 'Grow']) {
    expect(screen.getByRole('heading', { name: step })).toBeTruthy();
  }
  expect(screen.getByRole('button', { name: 'Propose a Project · Coming Soon' })).toBeTruthy();
  const buttons = screen.getAllByRole<HTMLButtonElement>('button');
  expect(buttons.every(({ disabled }) => disabled)).toBe(true);

  const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
  expect(violations).toEqual([]);
});

it('renders in Spanish', async () => {
  await renderRemote(remote, { path: '/service', user: null, language: 'es' });
  expect(
    await screen.findByRole('heading', { level: 1, name: '¡La plataforma de servicio llega pronto!' }),
  ).toBeTruthy();
  expect(screen.getByText('18 de 30 personas')).toBeTruthy();
});
