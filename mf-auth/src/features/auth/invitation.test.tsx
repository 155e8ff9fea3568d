import type { CallBody } from '@frens/contract';
import { buildUser, drawingOf } from '@frens/contract/fixtures';
import { MockFailure, mock, mockInviteCodes, mockTokens } from '@frens/contract/mocks';
import { type RenderOptions, renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const visit = (options: Partial<RenderOptions>) =>
  renderRemote(remote, { path: '/auth', user: null, ...options });
const note = async () => within(await screen.findByRole('region', { name: /^Invitation|^Invitación/ }));
const inviter = mock('GET /api/invitations/:code', () => ({
  isOpen: true,
  inviter: {
    name: 'Ana Bosque',
    profileImage: '',
    pandaId: 'panda-1',
    pandaImage: drawingOf('panda-1'),
  },
}));

async function faultsOf(container: Element) {
  const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

describe('an invitation (D45)', () => {
  it.each(['/auth', '/v2/auth'])(
    'greets with the inviter’s name on %s, and opens the sign-up',
    async (path) => {
      const { container } = await visit({ path: `${path}?invite=abc`, handlers: [inviter] });
      expect(await (await note()).findByText('Ana Bosque invites you')).toBeTruthy();
      expect(container.querySelector(`img[src="${drawingOf('panda-1')}"]`)).not.toBeNull();
      expect(await screen.findByRole('form', { name: 'Sign Up' })).toBeTruthy();
      expect(await faultsOf(container)).toEqual([]);
    },
  );

  it.each([
    [mockInviteCodes.over, 'This invitation has ended'],
    [mockInviteCodes.nameless, 'You’re invited'],
  ])('says of the code %s: %s', async (code, text) => {
    await visit({ path: `/auth?invite=${code}` });
    expect(await (await note()).findByText(text)).toBeTruthy();
  });

  it('works without the greeting if it fails to load', async () => {
    const failing = mock('GET /api/invitations/:code', () => {
      throw new MockFailure(404, 'not_found');
    });
    await visit({ path: '/auth?invite=abc', handlers: [failing] });
    await screen.findByRole('form', { name: 'Sign Up' });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Invitation' })).toBeNull());
  });

  it('sends the code with the registration, also after a visit to the login tab', async () => {
    const sent: CallBody<'POST /api/register'>[] = [];
    const register = mock('POST /api/register', ({ body }) => {
      sent.push(body);
      return buildUser();
    });
    const { user, location } = await visit({ path: '/auth?invite=abc', handlers: [inviter, register] });
    await user.click(await screen.findByRole('tab', { name: 'Login' }));
    expect(location()).toBe('/auth?invite=abc&tab=login');
    await user.click(screen.getByRole('tab', { name: 'Sign Up' }));
    const fill = async (label: string, value: string) => {
      await user.clear(screen.getByLabelText(label, { selector: 'input' }));
      await user.paste(value);
    };
    await fill('Username', 'maya.g');
    await fill('Email', 'maya@example.org');
    await fill('Password', 'bamboo-7');
    await fill('Confirm Password', 'bamboo-7');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByLabelText('Full Name');
    await fill('Full Name', 'Maya Green');
    await user.selectOptions(screen.getByLabelText('Gender', { selector: 'select' }), 'Woman');
    await user.selectOptions(screen.getByLabelText('Looking for', { selector: 'select' }), 'Everyone');
    await user.click(screen.getByRole('button', { name: 'Create Account' }));
    await waitFor(() => expect(sent).toMatchObject([{ username: 'maya.g', inviteCode: 'abc' }]));
  });
});

describe('a link that stops invitations', () => {
  it('waits for a press, then confirms', async () => {
    const { user, requests } = await visit({ secrets: { stop: 'abc' } });
    const heading = await screen.findByRole('heading', { level: 1, name: 'Unsubscribe from these emails?' });
    expect(heading).toBeTruthy();
    expect(requests).not.toContain('POST /api/unsubscribe/abc');
    await user.click(screen.getByRole('button', { name: 'Unsubscribe' }));
    const done = await screen.findByRole('heading', { level: 1, name: 'You’re unsubscribed' });
    await waitFor(() => expect(document.activeElement).toBe(done));
    expect(requests).toContain('POST /api/unsubscribe/abc');
  });

  it('reports a truncated link, in Spanish', async () => {
    const { user } = await visit({ language: 'es', secrets: { stop: mockTokens.other } });
    await user.click(await screen.findByRole('button', { name: 'Dejar de recibirlos' }));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Este enlace está incompleto' }),
    ).toBeTruthy();
  });
});
