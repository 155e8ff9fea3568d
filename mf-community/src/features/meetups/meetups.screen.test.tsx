import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

it('previews four events with title, time, place and host, without enabled buttons', async () => {
  const { container } = await renderRemote(remote, { path: '/meetups', user: null });

  expect(await screen.findByRole('heading', { level: 1, name: 'Meetups Coming Soon!' })).toBeTruthy();
  expect(screen.getByText('Preview')).toBeTruthy();
  const events = screen.getAllByRole('article');
  expect(events).toHaveLength(4);
  expect(events.map((event) => within(event).getByRole('button').textContent)).toEqual(
    Array.from({ length: 4 }, () => 'RSVP · Coming Soon'),
  );

  const potluck = within(screen.getByRole('article', { name: 'The Long Table Potluck' }));
  for (const words of [
    'Potluck',
    /Bring a dish that reminds you of someone/,
    'Saturday, May 15',
    '6:00 PM',
    'Maple Street Community Garden',
    'Priya R.',
    '18 of 25 attendees',
  ]) {
    expect(potluck.getByText(words)).toBeTruthy();
  }
  expect(potluck.getByRole<HTMLProgressElement>('progressbar').value).toBe(18);

  expect(screen.getByRole('button', { name: 'Become an Organizer · Coming Soon' })).toBeTruthy();
  const buttons = screen.getAllByRole<HTMLButtonElement>('button');
  expect(buttons.every(({ disabled }) => disabled)).toBe(true);

  const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
  expect(violations).toEqual([]);
});

it('renders in Spanish, dates and times included', async () => {
  await renderRemote(remote, { path: '/meetups', user: null, language: 'es' });
  expect(
    await screen.findByRole('heading', { level: 1, name: '¡Los encuentros llegan pronto!' }),
  ).toBeTruthy();
  const potluck = within(screen.getByRole('article', { name: 'La mesa larga' }));
  expect(potluck.getByText('sábado, 15 de mayo')).toBeTruthy();
  expect(potluck.getByText('18:00')).toBeTruthy();
});
