import type { CallBody, SelfUser } from '@frens/contract';
import { buildUser } from '@frens/contract/fixtures';
import { mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

const robin = buildUser({ email: 'robin@frens.example', emailVerified: true, bio: 'Tea.', pandaId: null });
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

async function open(user: SelfUser = robin) {
  const sent: CallBody<'PATCH /api/users/:id'>[] = [];
  const handlers = [
    mock('PATCH /api/users/:id', ({ body: { email, ...body } }) => {
      sent.push({ ...body, ...(email === undefined ? {} : { email }) });
      return { ...user, ...body, pendingEmail: email ?? null };
    }),
  ];
  return { ...(await renderRemote(remote, { path: '/profile', user, handlers })), sent };
}

/** A reload with an unsaved bio. */
async function interrupted(user?: SelfUser) {
  const before = await open();
  await before.user.click(await screen.findByRole('button', { name: 'Edit Profile' }));
  expect(screen.queryByText(/^These are your changes from last time/)).toBeNull();
  await before.user.type(await field('Bio'), ' And cake.');
  cleanup();
  return open(user);
}

it('announces a restored draft, and continues it', async () => {
  const { user, sent, container } = await interrupted();
  expect(
    (await screen.findByText(/^These are your changes from last time/)).closest('[role=status]'),
  ).toBeTruthy();
  expect((await axe.run(container)).violations.map(({ id }) => id)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save Profile' }));
  await waitFor(() => expect(sent).toEqual([{ bio: 'Tea. And cake.' }]));
});

it('discards the draft on request, and focuses the form', async () => {
  const { user } = await interrupted();
  await user.click(await screen.findByRole('button', { name: 'Discard them' }));
  expect((await field('Bio')).value).toBe('Tea.');
  expect(document.activeElement).toBe(await field('Bio'));
  expect(screen.queryByText(/^These are your changes from last time/)).toBeNull();
  expect(sessionStorage.getItem('draft:profile')).toBeNull();
});

it('takes concurrent changes in fields that the draft left alone', async () => {
  const { user, sent } = await interrupted({ ...robin, email: 'robin@new.example', occupation: 'Baker' });
  await waitFor(async () => expect((await field('Email')).value).toBe('robin@new.example'));
  expect((await field('Occupation')).value).toBe('Baker');
  await user.click(screen.getByRole('button', { name: 'Save Profile' }));
  await waitFor(() => expect(sent).toEqual([{ bio: 'Tea. And cake.' }]));
});

it.each([
  [
    'robin@new.example',
    'Your profile has been successfully updated. Open the link we sent to robin@new.example. Until then your address stays the same.',
  ],
  [null, 'Your profile has been successfully updated.'],
])('says where the link to confirm a new address went: %s', async (email, words) => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Edit Profile' }));
  await user.type(await field('Bio'), ' And cake.');
  if (email) {
    await user.clear(await field('Email'));
    await user.type(await field('Email'), email);
  }
  await user.click(screen.getByRole('button', { name: 'Save Profile' }));
  expect((await screen.findByText('Profile Updated')).closest('[role=status]')?.textContent).toBe(
    `Profile Updated ${words}`,
  );
});
