import type { CallBody, Person } from '@frens/contract';
import {
  buildFriend,
  buildMadeMatch,
  buildMatchCandidate,
  buildPublicUser,
  buildUser,
  nothingBetween,
} from '@frens/contract/fixtures';
import { mock } from '@frens/contract/mocks';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const path = '/frens/maya.okafor';
const maya: Person = {
  ...buildPublicUser({ id: 'maya' }),
  connection: null,
  conversation: null,
  waiting: nothingBetween,
  canIntroduce: true,
};
const asFriend: Person = {
  ...maya,
  relation: 'friend',
  canConnect: false,
  connection: { id: 'c1', note: '', at: '2026-11-02T10:00:00.000Z' },
};
const olu = buildPublicUser({ id: 'olu', name: 'Olu', username: 'olu' });

/** Maya's page, and the introductions made on it. */
async function open(person: Person, friends = [buildFriend({ friend: olu })]) {
  const suggested: CallBody<'POST /api/matches'>[] = [];
  const page = await renderRemote(remote, {
    path,
    handlers: [
      mock('GET /api/users/:id', () => person),
      mock('GET /api/connections', () => friends),
      mock('GET /api/matches/candidates', () => [
        { friend: person, candidates: [buildMatchCandidate({ user: olu })] },
      ]),
      mock('POST /api/matches', ({ body }) => {
        suggested.push(body);
        return buildMadeMatch({ user1Id: body.user1Id, user2Id: body.user2Id });
      }),
    ],
  });
  const press = async () =>
    page.user.click(await screen.findByRole('button', { name: 'Introduce to a fren' }));
  return { ...page, press, suggested };
}
const sheet = async () => within(await screen.findByRole('dialog', { name: 'Who should Maya Okafor meet?' }));

it('introduces a friend to a matching candidate', async () => {
  const { user, press, suggested } = await open(asFriend);
  await press();
  const choices = await sheet();
  expect(choices.getByRole('group', { name: 'Frens who might get along with Maya Okafor' })).toBeTruthy();
  expect((await axe.run(screen.getByRole('dialog'))).violations.map(({ id }) => id)).toEqual([]);
  await user.click(choices.getByRole('radio', { name: /^Olu/ }));
  await user.type(choices.getByRole('textbox'), 'You both keep bees.');
  await user.click(choices.getByRole('button', { name: 'Suggest Match' }));
  expect(await screen.findByText('Match Suggested')).toBeTruthy();
  expect(suggested).toEqual([
    { user1Id: 'maya', user2Id: 'olu', message: 'You both keep bees.', status: 'pending' },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('keeps choice and message after closing and a reload (D63)', async () => {
  const { user, press } = await open(asFriend);
  await press();
  const choices = await sheet();
  await user.click(choices.getByRole('radio', { name: /^Olu/ }));
  await user.type(choices.getByRole('textbox'), 'You both keep bees.');
  await user.keyboard('{Escape}');
  cleanup();
  const again = await open(asFriend);
  await again.press();
  const kept = await sheet();
  expect(kept.getByRole('textbox')).toHaveProperty('value', 'You both keep bees.');
  expect(kept.getByRole('radio', { name: /^Olu/ })).toHaveProperty('checked', true);
  await again.user.click(kept.getByRole('button', { name: 'Suggest Match' }));
  expect(await screen.findByText('Match Suggested')).toBeTruthy();
  expect(again.suggested).toHaveLength(1);
});

it('introduces any other person to a friend, whom it sends first (D25)', async () => {
  const { user, press, suggested } = await open(maya);
  await press();
  const choices = await sheet();
  expect(choices.getByRole('group', { name: 'Which of your frens should meet Maya Okafor?' })).toBeTruthy();
  await user.click(choices.getByRole('radio', { name: /^Olu/ }));
  await user.click(choices.getByRole('button', { name: 'Suggest Match' }));
  expect(await screen.findByText('Match Suggested')).toBeTruthy();
  expect(suggested).toEqual([{ user1Id: 'olu', user2Id: 'maya', message: '', status: 'pending' }]);
});

it('announces at the focus that no candidate exists', async () => {
  const { press } = await open(maya, []);
  await press();
  const words = await screen.findByText('You’ll need a friend here before you can introduce Maya Okafor.');
  await vi.waitFor(() => expect(document.activeElement).toBe(words), { timeout: 20_000 });
});

it('explains why there are no candidates', async () => {
  const page = await renderRemote(remote, {
    path,
    language: 'es',
    handlers: [
      mock('GET /api/users/:id', () => asFriend),
      mock('GET /api/matches/candidates', () => [{ friend: asFriend, candidates: null }]),
    ],
  });
  await page.user.click(await screen.findByRole('button', { name: 'Presentarle a alguien' }));
  const why = await screen.findByText('Maya Okafor no acepta presentaciones en este momento.');
  await vi.waitFor(() => expect(document.activeElement).toBe(why));
});

it('counts excess letters, and never below zero', async () => {
  const { user, press } = await open(maya);
  await press();
  const choices = await sheet();
  const message = choices.getByRole('textbox');
  await user.click(message);
  await user.paste('a'.repeat(501));
  expect(choices.getByText('1 character too many')).toBeTruthy();
});

it('is hidden from members without friends', async () => {
  await open({ ...maya, canIntroduce: false });
  await screen.findByRole('heading', { level: 1, name: /^Maya Okafor/ });
  expect(screen.queryByRole('button', { name: 'Introduce to a fren' })).toBeNull();
});

it('is hidden from members with an incomplete profile', async () => {
  await renderRemote(remote, {
    path,
    user: buildUser({ profileComplete: false }),
    handlers: [mock('GET /api/users/:id', () => maya)],
  });
  await screen.findByRole('heading', { level: 1, name: /^Maya Okafor/ });
  expect(screen.queryByRole('button', { name: 'Introduce to a fren' })).toBeNull();
});
