import type { CallBody, PrivacySettings } from '@frens/contract';
import { interactionSwitches } from '@frens/contract/choices';
import { buildPrivacySettings } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { defaultNotifications } from '@frens/contract/notification-settings';
import { fieldSwitches } from '@frens/contract/profile-fields';
import { renderRemote } from '@frens/platform/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

// Preloads the screen's code for the first test.
beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

/** A mock server that keeps the settings, and records the requests. */
function settingsOnServer(overrides: Partial<PrivacySettings> = {}) {
  let settings = buildPrivacySettings(overrides);
  const sent: CallBody<'PATCH /api/privacy-settings'>[] = [];
  return {
    sent,
    handlers: [
      mock('GET /api/privacy-settings', () => settings),
      mock('PATCH /api/privacy-settings', ({ body }) => {
        sent.push(body);
        settings = { ...settings, ...body };
        return settings;
      }),
    ],
  };
}

const toggle = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name });

it('shows the stored settings in two cards', async () => {
  const { handlers } = settingsOnServer({
    profileVisibility: 'friends',
    ageVisible: false,
    allowTagging: false,
  });
  const { container } = await renderRemote(remote, { path: '/privacy-settings', handlers });
  const visibility = within(await screen.findByRole('region', { name: 'Profile visibility' }));
  expect(visibility.getByRole<HTMLInputElement>('radio', { name: /^Friends/ }).checked).toBe(true);
  expect(visibility.getAllByRole('switch')).toHaveLength(fieldSwitches.length);
  expect(toggle('Show my age').checked).toBe(false);
  expect(toggle('Show my bio').checked).toBe(true);

  const interactions = within(screen.getByRole('region', { name: 'Interactions' }));
  expect(interactions.getAllByRole('switch')).toHaveLength(interactionSwitches.length);
  expect(toggle('Allow tagging').checked).toBe(false);
  expect(interactions.getByText(/^Friends can write to you\./)).toBeTruthy();
  expect(screen.getByText(/^Remember: what you switch off/)).toBeTruthy();
  const { violations } = await axe.run(container);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});

it.each([
  ['en', 'Settings', 'Security', 'Sign-in and security', 'Where you’re signed in'],
  ['es', 'Ajustes', 'Seguridad', 'Acceso y seguridad', 'Dónde tienes la sesión abierta'],
] as const)(
  'has pages with an address and a heading each (%s)',
  async (language, label, link, title, card) => {
    const page = await renderRemote(remote, { path: '/v2/privacy-settings', language });
    const links = () => within(screen.getByRole('navigation', { name: label }));
    await screen.findByRole('navigation', { name: label });
    expect(links().getAllByRole('link')).toHaveLength(4);
    await page.user.click(links().getByRole('link', { name: link }));
    await screen.findByRole('heading', { level: 1, name: title });
    expect(page.location()).toBe('/v2/privacy-settings/security');
    expect(links().getByRole('link', { current: 'page' }).textContent).toBe(link);
    expect(screen.getByRole('heading', { level: 2, name: card })).toBeTruthy();
  },
);

it.each([
  ['notifications', 'notifications'],
  ['security', 'security'],
  ['account', 'account'],
  ['data', 'account'],
])('leads an older address, #%s, to its page', async (hash, page) => {
  const { location } = await renderRemote(remote, { path: `/privacy-settings#${hash}` });
  await waitFor(() => expect(location()).toBe(`/privacy-settings/${page}`));
});

it('shows blocked members at #blocked', async () => {
  await renderRemote(remote, { path: '/privacy-settings#blocked' });
  const title = await screen.findByRole('heading', { name: 'Blocked frens' });
  expect(title.closest('#blocked')).toBeTruthy();
});

it('saves only changed settings, under their stored names (D17)', async () => {
  const { handlers, sent } = settingsOnServer();
  const { user } = await renderRemote(remote, { path: '/privacy-settings', handlers });
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save Changes' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await user.click(toggle('Show my age'));
  await user.click(toggle('Allow match suggestions'));
  await user.click(screen.getByRole('radio', { name: /^Private/ }));
  await user.click(toggle('Show my bio'));
  await user.click(toggle('Show my bio'));
  expect(screen.getByText('You have unsaved changes.')).toBeTruthy();
  await user.click(save);
  expect(await screen.findByText('Privacy settings updated')).toBeTruthy();
  expect(screen.getByText('Your settings are saved and apply from now on.')).toBeTruthy();
  expect(sent).toEqual([{ ageVisible: false, matchSuggestionsEnabled: false, profileVisibility: 'private' }]);
  expect(toggle('Show my age').checked).toBe(false);
  expect(save.getAttribute('aria-disabled')).toBe('true');
  // Saves once. The pressed button keeps the focus, which a disabled one would lose.
  await user.click(save);
  expect(sent).toHaveLength(1);
  expect([document.activeElement, save.disabled]).toEqual([save, false]);
});

it('works by keyboard alone', async () => {
  const { handlers, sent } = settingsOnServer();
  const { user } = await renderRemote(remote, { path: '/v2/privacy-settings', handlers });
  await screen.findByRole('button', { name: 'Save Changes' });
  // Past the page links.
  for (let presses = 0; presses < 5; presses += 1) await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: /^Public/ }));
  await user.tab();
  expect(document.activeElement).toBe(toggle('Show my age'));
  await user.keyboard(' {Enter}');
  expect(await screen.findByText('Privacy settings updated')).toBeTruthy();
  expect(sent).toEqual([{ ageVisible: false }]);
});

it('keeps the changes when saving fails, and explains it in the member’s language', async () => {
  const { handlers } = settingsOnServer();
  const { user, server } = await renderRemote(remote, {
    path: '/privacy-settings',
    language: 'es',
    handlers,
  });
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Guardar cambios' });
  await user.click(toggle('Mostrar mi edad'));
  server.use(
    mock('PATCH /api/privacy-settings', () => {
      throw new MockFailure(503, 'unavailable');
    }),
  );
  await user.click(save);
  expect(await screen.findByText('No se actualizaron los ajustes de privacidad')).toBeTruthy();
  expect(screen.getByText(/^503: El sitio está saturado/)).toBeTruthy();
  expect(toggle('Mostrar mi edad').checked).toBe(false);
  expect(screen.getByText('Tienes cambios sin guardar.')).toBeTruthy();
  expect(save.getAttribute('aria-disabled')).toBe('false');
});

it('explains a failure to load and retries on request', async () => {
  const { user, server } = await renderRemote(remote, {
    path: '/privacy-settings',
    scenario: 'failing',
    // The account's cards have tests of their own.
    handlers: [
      mock('GET /api/sessions', () => []),
      mock('GET /api/blocks', () => []),
      mock('GET /api/notification-settings', () => ({ ...defaultNotifications })),
    ],
  });
  const problem = within(await screen.findByRole('alert'));
  expect(problem.getByRole('heading', { name: 'We couldn’t load your privacy settings' })).toBeTruthy();
  expect(problem.getByText(/^They still apply just as you left them\. The site is busy/)).toBeTruthy();
  expect(problem.getAllByText(/The site is busy/)).toHaveLength(1);
  server.use(...settingsOnServer().handlers);
  await user.click(problem.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Interactions' })).toBeTruthy();
});

it('shows a spinner while loading', async () => {
  let answer = () => {};
  const waiting = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await renderRemote(remote, {
    path: '/privacy-settings',
    handlers: [
      mock('GET /api/privacy-settings', async () => {
        await waiting;
        return buildPrivacySettings();
      }),
    ],
  });
  expect(await screen.findByRole('status', { name: 'Loading your privacy settings…' })).toBeTruthy();
  answer();
  expect(await screen.findByRole('region', { name: 'Profile visibility' })).toBeTruthy();
});

it('previews the profile as a friend and as another member, before anything is saved (D17)', async () => {
  const { handlers, sent } = settingsOnServer();
  const { user } = await renderRemote(remote, { path: '/privacy-settings', handlers });
  const preview = within(await screen.findByRole('region', { name: 'Preview my profile as' }));
  expect(preview.getByRole('article', { name: 'Robin Vale, 33' })).toBeTruthy();
  await user.click(toggle('Show my age'));
  await user.click(toggle('Show my bio'));
  expect(preview.getByRole('article', { name: 'Robin Vale' })).toBeTruthy();
  expect(preview.getByText('No bio available.')).toBeTruthy();

  await user.click(preview.getByRole('radio', { name: 'Another member' }));
  expect(preview.getByText('They can send you a request.')).toBeTruthy();
  await user.click(toggle('Allow connection requests'));
  expect(preview.getByText('Not taking requests right now')).toBeTruthy();

  await user.click(screen.getByRole('radio', { name: /^Friends/ }));
  expect(preview.queryByRole('article')).toBeNull();
  expect(preview.getByText(/^Another member can’t find you, and sees at most/)).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: /^Private/ }));
  expect(preview.getByText('Another member can’t find you anywhere.')).toBeTruthy();
  expect(sent).toEqual([]);
});

it('keeps unsaved changes across a reload, until they are saved (D63)', async () => {
  const { handlers, sent } = settingsOnServer();
  const open = () => renderRemote(remote, { path: '/privacy-settings', handlers });
  const { user } = await open();
  await user.click(await screen.findByRole('switch', { name: 'Show my age' }));
  expect(screen.getByText('You have unsaved changes.')).toBeTruthy();
  cleanup();

  const again = await open();
  expect((await screen.findByRole<HTMLInputElement>('switch', { name: 'Show my age' })).checked).toBe(false);
  await again.user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(sent).toEqual([{ ageVisible: false }]));
  await screen.findByText('Everything is saved.');
  expect(sessionStorage).toHaveLength(0);
});
