import { authDrafts } from '@frens/contract/choices';
import { buildUser } from '@frens/contract/fixtures';
import { mock } from '@frens/contract/mocks';
import { chosenVibe, i18n, queryClient, queryKeys, session, useLocation, useNavigate } from '@frens/platform';
import { chooseVibe, keepDraft, Route, Routes, readDraft } from '@frens/platform/internal';
import { startTestTexts, TestProviders } from '@frens/platform/testing';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LandingScreen } from './landing.screen.tsx';

const server = setupServer(
  mock('GET /api/circles', () => []),
  mock('GET /api/pandas', () => []),
);

beforeAll(async () => {
  await startTestTexts();
  server.listen({ onUnhandledRequest: 'error' });
});
beforeEach(async () => {
  queryClient.clear();
  chooseVibe(null);
  sessionStorage.clear();
  queryClient.setQueryData(queryKeys.session, null);
  await i18n.changeLanguage('en');
});
afterEach(cleanup);
afterAll(() => server.close());

/** Stands for /auth and shows what arrived there. */
function Arrival() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <p>{`${pathname}${search} ${JSON.stringify(state)}`}</p>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
    </>
  );
}

function open(path = '/') {
  const view = render(
    <TestProviders path={path}>
      <Routes>
        <Route path="/" element={<LandingScreen />} />
        <Route path="*" element={<Arrival />} />
      </Routes>
    </TestProviders>,
  );
  return { ...view, user: userEvent.setup() };
}

const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

describe('LandingScreen', () => {
  it('has the sections and anchors of the specification', () => {
    const { container } = open();
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'Which fren are you?',
      'How it works',
      'How Frens Connect',
      'Right now in the grove',
      'Community stories',
      'There’s a place for you by the fire',
    ]);
    for (const anchor of ['how-it-works', 'features', 'community', 'success-stories']) {
      expect(container.querySelector(`#${anchor}`)).not.toBeNull();
    }
    const ways = within(screen.getByRole('region', { name: 'How Frens Connect' }));
    for (const name of ['Group Activities', 'Service & Seva', 'Fren Matchmaking', 'Clubhouse Vibes']) {
      expect(ways.getByRole('heading', { level: 3, name })).toBeTruthy();
    }
    for (const name of [
      'Groups & Circles',
      'Meetups & Events',
      'Service & Seva',
      'Vibe Matching',
      'Panda-Gated Trust',
      'Fren Quotient',
    ]) {
      // Once each, also what is both a way and a feature.
      expect(ways.getAllByText(name)).toHaveLength(1);
    }
  });

  it('leads to the quiz, the Pandas and the sign-up', () => {
    open();
    expect(links()).toEqual([
      ['Take Your Vibe Quiz', '/vibe-quiz'],
      ['Explore Panda System', '/panda'],
      ['See how it works', '/#how-it-works'],
      ['All circles', '/groups'],
      ['All rising Pandas', '/panda?sort=rising'],
      ['Start Your Fren Journey', '/auth?tab=register'],
      ['Start with Vibe Quiz', '/vibe-quiz'],
    ]);
  });

  it('shows the figures and stories as samples (D51)', () => {
    open();
    const figures = screen.getByRole('region', { name: 'The community in figures' });
    for (const figure of ['500+', '50+', '100+', '1,000+'])
      expect(within(figures).getByText(figure)).toBeTruthy();
    expect(within(figures).getByText(/^Sample figures/)).toBeTruthy();
    expect(screen.getAllByText('Sample story')).toHaveLength(2);
  });

  it('carries what was chosen into the draft of the sign-up, whose rest stays, and sends nothing (D51)', async () => {
    keepDraft(authDrafts.signUp, null, { username: 'maya.g', email: 'old@example.org' });
    keepDraft(authDrafts.sent['sign-in'], null, { to: 'old@example.org', at: Date.now() });
    const { user } = open();
    await user.selectOptions(screen.getByLabelText('Your vibe'), 'Explorer');
    await user.selectOptions(screen.getByLabelText('Looking for'), 'Mentorship');
    await user.type(screen.getByLabelText('Email'), 'maya@example.org');
    await user.click(screen.getByRole('button', { name: 'Join the Community' }));
    // Nothing of it in the history, which outlasts a sign-in.
    expect(screen.getByText('/auth?tab=register null')).toBeTruthy();
    const values = { username: 'maya.g', email: 'maya@example.org', connectionType: 'all' };
    expect(readDraft(authDrafts.signUp, null)?.values).toEqual(values);
    expect(readDraft(authDrafts.sent['sign-in'], null)).toBeNull();
    expect(chosenVibe()).toBe('explorer');
    // What was typed there is not taken away by nothing.
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await user.clear(screen.getByLabelText('Email'));
    await user.click(screen.getByRole('button', { name: 'Join the Community' }));
    expect(readDraft(authDrafts.signUp, null)?.values).toEqual(values);
  });

  it('keeps that a link was sent to the same address', async () => {
    const sent = { to: 'maya@example.org', at: Date.now() };
    keepDraft(authDrafts.sent['sign-in'], null, sent);
    const { user } = open();
    await user.type(screen.getByLabelText('Email'), 'maya@example.org{Enter}');
    expect(readDraft(authDrafts.sent['sign-in'], null)?.values).toEqual(sent);
  });

  it('keeps what stands in the form while one is away and over a reload, until somebody signs in', async () => {
    const values = () =>
      ['Your vibe', 'Looking for', 'Email'].map(
        (label) => screen.getByLabelText<HTMLInputElement>(label).value,
      );
    const { user } = open();
    await user.selectOptions(screen.getByLabelText('Your vibe'), 'Explorer');
    await user.selectOptions(screen.getByLabelText('Looking for'), 'Mentorship');
    await user.type(screen.getByLabelText('Email'), 'maya@exmaple.org{Enter}');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(values()).toEqual(['explorer', 'mentorship', 'maya@exmaple.org']);
    // Not only what was sent on.
    await user.clear(screen.getByLabelText('Email'));
    await user.type(screen.getByLabelText('Email'), 'maya@example.org');
    cleanup();
    chooseVibe(null);
    open();
    expect(values()).toEqual(['explorer', 'mentorship', 'maya@example.org']);
    expect(chosenVibe()).toBe('explorer');
    cleanup();
    session.signedIn(buildUser());
    queryClient.setQueryData(queryKeys.session, null);
    open();
    expect(values()).toEqual(['creative', 'friends', '']);
  });

  it('offers the vibes and wishes of the specification', () => {
    open();
    const options = (label: string) =>
      within(screen.getByLabelText(label))
        .getAllByRole('option')
        .map((option) => option.textContent);
    expect(options('Your vibe')).toEqual([
      'Creative Soul',
      'Service-Minded',
      'Social Butterfly',
      'Explorer',
      'Community Organizer',
    ]);
    expect(options('Looking for')).toEqual([
      'New Frens',
      'Group Activities',
      'Service Partners',
      'Mentorship',
      'All of the Above',
    ]);
  });

  it('asks members to take the quiz who have no Panda of it, once', () => {
    queryClient.setQueryData(queryKeys.session, buildUser({ pandaId: 'p1' }));
    open();
    const toQuiz = () => links().filter(([, href]) => href === '/vibe-quiz');
    expect(toQuiz()).toEqual([]);
    cleanup();
    queryClient.setQueryData(queryKeys.session, buildUser({ pandaId: null }));
    open();
    expect(toQuiz()).toEqual([['Take Your Vibe Quiz', '/vibe-quiz']]);
  });

  it('goes to an anchor of its address, and to another by a link', async () => {
    const shown: string[] = [];
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      shown.push(this.id);
    });
    const { user } = open('/#features');
    await user.click(screen.getByRole('link', { name: 'See how it works' }));
    expect(shown).toEqual(['features', 'how-it-works']);
    vi.restoreAllMocks();
  });

  it('draws another Panda for another vibe', async () => {
    const { user } = open();
    const form = screen.getByRole('form', { name: 'Which fren are you?' });
    const picture = () => form.querySelector('img')?.getAttribute('src');
    const creative = picture();
    await user.selectOptions(screen.getByLabelText('Your vibe'), 'Explorer');
    expect(picture()).not.toBe(creative);
  });

  it('names an e-mail that cannot be one, and lets it be mended', async () => {
    const { user } = open();
    const email = screen.getByLabelText('Email');
    await user.type(email, 'maya');
    await user.keyboard('{Enter}');
    expect(screen.getByText('Invalid email address')).toBeTruthy();
    expect(document.activeElement).toBe(email);
    await user.type(email, '@example.org');
    expect(screen.queryByText('Invalid email address')).toBeNull();
  });

  it('speaks Spanish', async () => {
    await i18n.changeLanguage('es');
    open();
    expect(screen.getByRole('heading', { level: 2, name: 'Cómo funciona' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Únete a la comunidad' })).toBeTruthy();
  });

  it.runIf(process.env.LONG)('has no accessibility faults', async () => {
    const { container } = open();
    const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });
});
