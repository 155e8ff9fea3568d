import type { CallBody, SelfUser } from '@frens/contract';
import { buildPanda, buildUser } from '@frens/contract/fixtures';
import { MockFailure, mock } from '@frens/contract/mocks';
import { queryClient, queryKeys, session } from '@frens/platform';
import { renderRemote } from '@frens/platform/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { remote } from '../../remote.tsx';

// Preloads the screen's code for the first test.
beforeAll(() => Promise.all(remote.routes.map(async ({ Component }) => Component.preload?.())));
afterEach(cleanup);

const whole = buildUser({ pandaId: 'p1' });
const bare = buildUser({
  name: '',
  age: null,
  gender: null,
  lookingFor: null,
  bio: '',
  occupation: '',
  interests: [],
  location: '',
  pandaId: null,
});
const panda = mock('GET /api/pandas/:id', ({ params }) =>
  buildPanda({ id: params.id, name: 'Gentle Tide', frenQuotient: '64.2' }),
);

/** A mock server that saves the profile, and records the requests. */
function profileOnServer(user: SelfUser = whole) {
  const sent: CallBody<'PATCH /api/users/:id'>[] = [];
  return {
    sent,
    handlers: [
      panda,
      mock('PATCH /api/users/:id', ({ body }) => {
        sent.push(body);
        return { ...user, ...body };
      }),
    ],
  };
}

async function openForm(handlers = profileOnServer().handlers, user = whole) {
  const view = await renderRemote(remote, { path: '/profile', user, handlers });
  await view.user.click(await screen.findByRole('button', { name: 'Edit Profile' }));
  return view;
}

const detail = (term: string) => screen.getByText(term, { selector: 'dt' }).nextElementSibling?.textContent;

it('explains a missing address after its holder has disowned the account', async () => {
  await renderRemote(remote, { path: '/profile', user: buildUser({ email: '', emailVerified: false }) });
  const term = await screen.findByText('Email', { selector: 'dt' });
  expect(term.nextElementSibling?.textContent).toBe('None yet. Edit your profile to add one.');
});

describe('the view', () => {
  it('shows all fields of the member', async () => {
    const { container } = await renderRemote(remote, { path: '/profile', user: whole, handlers: [panda] });
    await screen.findByRole('region', { name: 'Your Profile' });
    const shown = ['Name', 'Email', 'Age', 'Occupation', 'Gender', 'Looking for', 'Location'].map(detail);
    expect(shown).toEqual([
      'Robin Vale',
      'demo@frens.example',
      '33',
      'Community gardener',
      'Non-binary',
      'Everyone',
      'Valencia',
    ]);
    const onlyYou = screen.getByRole('heading', { name: 'Only you see this' });
    const isPrivate = (term: string) =>
      onlyYou.compareDocumentPosition(screen.getByText(term, { selector: 'dt' })) ===
      Node.DOCUMENT_POSITION_FOLLOWING;
    const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
    expect(terms.filter(isPrivate)).toEqual(['Email', 'Looking for', 'Connection Type', 'Member since']);
    expect(detail('Bio')).toContain('allotment');
    expect(detail('Interests')).toContain('board games');
    expect(screen.getByRole('link', { name: 'Privacy settings' }).getAttribute('href')).toBe(
      '/privacy-settings',
    );
    await screen.findByText('Gentle Tide');
    const { violations } = await axe.run(container);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });

  it('marks empty fields', async () => {
    await renderRemote(remote, { path: '/profile', user: bare });
    await screen.findByRole('region', { name: 'Your Profile' });
    for (const term of ['Name', 'Age', 'Occupation', 'Gender', 'Looking for', 'Location']) {
      expect(detail(term), term).toBe('Not set');
    }
    expect(detail('Bio')).toBe('No bio added yet.');
  });

  it('renders in Spanish', async () => {
    await renderRemote(remote, { path: '/v2/profile', user: bare, language: 'es' });
    await screen.findByRole('region', { name: 'Tu perfil' });
    expect(detail('A quién te gustaría conocer')).toBe('Sin indicar');
    expect(screen.getByRole('link', { name: 'Ajustes de privacidad' }).getAttribute('href')).toBe(
      '/v2/privacy-settings',
    );
  });
});

describe('the Panda', () => {
  it('is shown with its score and links to its page', async () => {
    await renderRemote(remote, { path: '/profile', user: whole, handlers: [panda] });
    const card = within(await screen.findByRole('complementary', { name: 'Your Panda' }));
    expect(await card.findByText('Gentle Tide')).toBeTruthy();
    expect(card.getByText('Fren Quotient 64')).toBeTruthy();
    expect(card.getByRole('link', { name: 'Open its page' }).getAttribute('href')).toBe('/panda/p1');
  });

  it('links to the quiz if there is none', async () => {
    await renderRemote(remote, { path: '/profile', user: bare });
    const quiz = await screen.findByRole('link', { name: 'Take Your Vibe Quiz' });
    expect(quiz.getAttribute('href')).toBe('/vibe-quiz');
  });

  it('that fails to load leaves the profile alone and can be retried', async () => {
    const { user, server } = await renderRemote(remote, { path: '/profile', scenario: 'failing' });
    const problem = within(await screen.findByRole('alert'));
    expect(problem.getByText('We couldn’t load the Panda.')).toBeTruthy();
    expect(detail('Occupation')).toBe('Community gardener');
    server.use(panda);
    await user.click(problem.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Gentle Tide')).toBeTruthy();
  });
});

describe('editing', () => {
  it('is a newcomer’s first step, and returns to the steps once done', async () => {
    const newcomer = buildUser({ bio: '', interests: [] });
    const { handlers } = profileOnServer(newcomer);
    const page = { path: '/profile?first', user: newcomer, handlers };
    const { user, location } = await renderRemote(remote, page);
    expect(await screen.findByText(/complete this step/)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Bio' }));
    await user.type(screen.getByRole('textbox', { name: 'Bio' }), 'Bakes bread');
    await user.type(screen.getByRole('textbox', { name: 'Interests' }), 'bread');
    await user.click(screen.getByRole('button', { name: 'Save Profile' }));
    await waitFor(() => expect(location()).toBe('/dashboard'));
  });

  it('saves, confirms and returns to the view', async () => {
    const { handlers, sent } = profileOnServer();
    const { user, container } = await openForm(handlers);
    const name = screen.getByRole('textbox', { name: 'Name' });
    // Descriptive fields come before private ones.
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Bio' }));
    const { violations } = await axe.run(container);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);

    await user.clear(name);
    await user.type(name, 'Robin V.');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Gender' }), 'Woman');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Looking for' }), 'Men');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Connection Type' }), 'Service partners');
    await user.type(screen.getByRole('textbox', { name: 'Location' }), ' and around');
    await user.click(screen.getByRole('button', { name: 'Save Profile' }));

    expect(await screen.findByText('Profile Updated')).toBeTruthy();
    expect(screen.getByText('Your profile has been successfully updated.')).toBeTruthy();
    expect(detail('Name')).toBe('Robin V.');
    expect(detail('Connection Type')).toBe('Service partners');
    expect(detail('Location')).toBe('Valencia and around');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Profile' }));
    expect(sent).toEqual([
      {
        name: 'Robin V.',
        gender: 'female',
        lookingFor: 'male',
        connectionType: 'service_partners',
        location: 'Valencia and around',
      },
    ]);
  });

  it('keeps concurrent changes by another tab or a mailed link', async () => {
    const { handlers, sent } = profileOnServer();
    const { user } = await openForm(handlers);
    await user.type(screen.getByRole('textbox', { name: 'Occupation' }), ' and baker');
    act(() => session.update({ ...whole, bio: 'From another tab', email: 'robin@new.example' }));
    await user.click(screen.getByRole('button', { name: 'Save Profile' }));
    await screen.findByText('Profile Updated');
    expect(sent).toEqual([{ occupation: `${whole.occupation} and baker` }]);
  });

  it('cancels without a request, after confirming unsaved input (D63)', async () => {
    const { handlers, sent } = profileOnServer();
    const { user } = await openForm(handlers);
    const cancel = () => user.click(screen.getByRole('button', { name: 'Cancel' }));
    await cancel();
    await user.click(screen.getByRole('button', { name: 'Edit Profile' }));
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    await user.type(name, ' changed');
    await cancel();
    const question = within(screen.getByRole('alertdialog', { name: 'Discard your changes?' }));
    await user.click(question.getByRole('button', { name: 'Keep editing' }));
    expect(name.value).toBe('Robin Vale changed');
    await cancel();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(detail('Name')).toBe('Robin Vale');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Profile' }));
    expect(sent).toEqual([]);
  });

  it('marks every invalid field, sends nothing and focuses the first', async () => {
    const { handlers, sent } = profileOnServer();
    const { user } = await openForm(handlers);
    const name = screen.getByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'R');
    await user.clear(screen.getByRole('textbox', { name: 'Age' }));
    await user.type(screen.getByRole('textbox', { name: 'Age' }), '17');
    await user.clear(screen.getByRole('textbox', { name: 'Email' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Gender' }), 'Please choose');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Looking for' }), 'Please choose');
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button', { name: 'Save Profile' }));
    for (const text of [
      'Name must be at least 2 characters',
      'You must be at least 18 years old',
      'Invalid email address',
      'Please select your gender',
      "Please select who you're looking for",
    ]) {
      expect(await screen.findByText(text)).toBeTruthy();
    }
    await waitFor(() => expect(document.activeElement).toBe(name));
    expect(sent).toEqual([]);
  });

  it('does not save after a sign-out in another tab', async () => {
    const { handlers, sent } = profileOnServer();
    const { user } = await openForm(handlers);
    await user.type(screen.getByRole('textbox', { name: 'Location' }), ' West');
    fireEvent.click(screen.getByRole('button', { name: 'Save Profile' }));
    act(() => void queryClient.setQueryData(queryKeys.session, null));
    expect((await screen.findByRole('alert')).textContent).toContain('Update Failed Not authenticated');
    expect(sent).toEqual([]);
  });

  it('explains at the new address that no mail can confirm it', async () => {
    const { user } = await openForm([
      panda,
      mock('PATCH /api/users/:id', () => {
        throw new MockFailure(503, 'mail_unavailable');
      }),
    ]);
    const email = screen.getByRole('textbox', { name: 'Email' });
    await user.type(email, '.mx');
    await user.click(screen.getByRole('button', { name: 'Save Profile' }));
    expect(await screen.findByText(/^This site can’t send email at the moment/)).toBeTruthy();
    expect(email.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(email);
  });

  it('keeps the input on a refusal, and marks the named field', async () => {
    const { user } = await openForm([
      panda,
      mock('PATCH /api/users/:id', () => {
        throw new MockFailure(400, 'invalid', { fields: { location: 'This place is unknown.' } });
      }),
    ]);
    const location = screen.getByRole<HTMLInputElement>('textbox', { name: 'Location' });
    await user.clear(location);
    await user.type(location, 'Atlantis');
    await user.click(screen.getByRole('button', { name: 'Save Profile' }));
    const toast = within(await screen.findByRole('alert'));
    expect(toast.getByText('Update Failed')).toBeTruthy();
    expect(toast.getByText('400: Please check the marked fields.')).toBeTruthy();
    expect(screen.getByText('This place is unknown.')).toBeTruthy();
    expect(location.value).toBe('Atlantis');
    await waitFor(() => expect(document.activeElement).toBe(location));
  });

  it('asks for the password when the server demands it for a new address (D14)', async () => {
    const sent: unknown[] = [];
    const { user } = await openForm([
      panda,
      mock('PATCH /api/users/:id', ({ body }) => {
        sent.push(body.currentPassword);
        if (!body.currentPassword) throw new MockFailure(403, 'fresh_sign_in_required');
        return { ...whole, pendingEmail: body.email ?? null };
      }),
    ]);
    expect(screen.queryByLabelText('Current password')).toBeNull();
    const email = screen.getByRole('textbox', { name: 'Email' });
    await user.clear(email);
    await user.type(email, 'new@frens.example');
    await user.click(screen.getByRole('button', { name: 'Save Profile' }));
    const password = await screen.findByLabelText('Current password');
    await waitFor(() => expect(document.activeElement).toBe(password));
    await user.type(password, 'bamboo');
    await user.click(screen.getByRole('button', { name: 'Save Profile' }));
    expect(await screen.findByText(/We’re waiting for you to confirm new@frens\.example/)).toBeTruthy();
    expect(sent).toEqual([undefined, 'bamboo']);
  });
});

describe('interests', () => {
  it('are added by Enter or the button and removed one by one', async () => {
    const { handlers, sent } = profileOnServer();
    const { user } = await openForm(handlers);
    const field = screen.getByRole('textbox', { name: 'Interests' });
    await user.type(field, '  kites {Enter}');
    await user.type(field, 'tea{Enter}');
    await user.type(field, 'owls');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await user.click(screen.getByRole('button', { name: 'Remove cycling' }));
    expect(document.activeElement).toBe(field);
    // A word without Enter counts.
    await user.type(field, 'maps');
    const chips = screen.getByRole('list', { name: 'Interests' });
    const before = chips.innerHTML;
    await user.tab();
    // Blurring the field adds no chip, which would move Save from under the pointer.
    expect(chips.innerHTML).toBe(before);
    await user.click(screen.getByRole('button', { name: 'Save Profile' }));
    await screen.findByText('Profile Updated');
    expect(sent[0]?.interests).toEqual(['gardening', 'board games', 'tea', 'kites', 'owls', 'maps']);
  });

  it('that are too long or too many are rejected', async () => {
    const interests = Array.from({ length: 19 }, (_, index) => `interest ${index}`);
    const { handlers, sent } = profileOnServer();
    const { user } = await openForm(handlers, { ...whole, interests });
    const field = screen.getByRole('textbox', { name: 'Interests' });
    await user.type(field, `${'x'.repeat(31)}{Enter}`);
    expect(screen.getByText('1 character too many')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Remove x/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save Profile' }));
    expect(await screen.findByText('Please use at most 30 characters')).toBeTruthy();
    expect(sent).toEqual([]);
    await user.clear(field);
    await user.type(field, 'the last{Enter}');
    expect(screen.getByText('You’ve used all 20. Remove one to add another.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add' }).disabled).toBe(true);
  });
});
