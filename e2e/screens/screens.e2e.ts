import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, openBrowser, type Person } from '../support/browser.ts';
import { demoFolder } from '../support/demo-folder.ts';
import { desktop, look, phone } from '../support/look.ts';
import { type Site, startSite } from '../support/site.ts';
import { demoMember, logIn } from '../support/steps.ts';

let folder: Awaited<ReturnType<typeof demoFolder>>;
let site: Site;
let browser: Browser;
let visitor: Person;
let member: Person;

beforeAll(async () => {
  folder = await demoFolder();
  [site, browser] = await Promise.all([startSite({ dataDir: folder.dir }), openBrowser()]);
  // Without transitions a colour is what it will be at once, and the quiz stands still.
  visitor = await newPerson(browser, site.origin, { reducedMotion: 'reduce' });
  member = await newPerson(browser, site.origin, { reducedMotion: 'reduce' });
  await logIn(member.page, demoMember);
});

afterAll(async () => {
  await browser?.close();
  await site?.stop();
  await folder?.remove();
});

/** What makes a screen ready to be looked at. */
type Ready = (page: Page) => Promise<unknown>;

const heading =
  (name: string | RegExp): Ready =>
  (page) =>
    page.getByRole('heading', { name }).first().waitFor();
const cards: Ready = (page) => page.getByRole('article').first().waitFor();

describe('every main screen has no accessibility faults and fits the window', () => {
  it.each<[name: string, address: string, ready: Ready]>([
    ['landing', '/', heading(/Find your frens/)],
    ['backup', '/backup', heading('Real Community Impact')],
    ['login', '/auth', heading('Welcome Back')],
    ['sign-up', '/auth?tab=register', heading('Create Account')],
    ['login-v2', '/v2/auth', heading('Welcome Back')],
    ['quiz', '/vibe-quiz', heading('Discover Your Soul Signature')],
    ['circles-visitor', '/groups', cards],
    ['meetups', '/meetups', heading('Meetups Coming Soon!')],
    ['service', '/service', heading('Service Platform Coming Soon!')],
    ['pandas', '/panda', cards],
    ['terms', '/about/terms', heading('Terms of Service')],
    ['not-found', '/no/such/page', heading('404 Page Not Found')],
  ])('%s', async (name, address, ready) => {
    visitor.expectProblem(/\/no\/such\/page .*status of 404/);
    await visitor.page.goto(address);
    await ready(visitor.page);
    expect(await look(visitor.page, name)).toEqual([]);
    visitor.assertNoProblems();
  });

  it.each<[name: string, address: string, ready: Ready]>([
    ['dashboard', '/dashboard', heading(/^Welcome back/)],
    ['browse', '/browse', cards],
    ['profile', '/profile', heading('Your Panda')],
    ['privacy-settings', '/privacy-settings', heading('Privacy settings')],
    ['circles', '/groups', cards],
    ['person', '/frens/maya.okafor', heading(/^Maya Okafor/)],
    ['person-v2', '/v2/frens/maya.okafor', heading(/^Maya Okafor/)],
    ['dashboard-v2', '/v2/dashboard', heading(/^Welcome back/)],
  ])('%s', async (name, address, ready) => {
    await member.page.goto(address);
    await ready(member.page);
    expect(await look(member.page, name)).toEqual([]);
    member.assertNoProblems();
  });

  it('panda profile', async () => {
    const { page } = member;
    await page.goto('/panda');
    await page.getByRole('article').first().getByRole('link').click();
    await page.getByRole('tab', { name: 'Timeline' }).waitFor();
    expect(await look(page, 'panda')).toEqual([]);
    member.assertNoProblems();
  });

  it('profile form', async () => {
    const { page } = member;
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByRole('button', { name: 'Save Profile' }).waitFor();
    expect(await look(page, 'profile-edit')).toEqual([]);
    member.assertNoProblems();
  });

  it('dialog for a new circle', async () => {
    const { page } = member;
    await page.goto('/groups');
    await page.getByRole('button', { name: 'Create Circle' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await look(page, 'circle-dialog')).toEqual([]);
    member.assertNoProblems();
  });

  it('menu of a phone', async () => {
    const { page } = member;
    await page.setViewportSize({ width: phone, height: 900 });
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Privacy settings' }).waitFor();
    expect(await look(page, 'menu', [phone])).toEqual([]);
    member.assertNoProblems();
  });

  it('menu of a member', async () => {
    const { page } = member;
    await page.setViewportSize({ width: desktop, height: 900 });
    await page.goto('/dashboard');
    await page.getByRole('button', { name: /^Your menu, / }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
    expect(await look(page, 'member-menu', [desktop])).toEqual([]);
    member.assertNoProblems();
  });

  it('an area that is not available', async () => {
    const { page } = visitor;
    visitor.expectProblem(/remotes\/mf-quiz.*ERR_FAILED/);
    await page.route('**/remotes/mf-quiz/**', (route) => route.abort());
    await page.goto('/vibe-quiz');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await look(page, 'not-available')).toEqual([]);
    await page.unroute('**/remotes/mf-quiz/**');
    visitor.assertNoProblems();
  });
});
