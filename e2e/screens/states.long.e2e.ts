import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { desktop, look } from '../support/screenshots.ts';
import { signIn, untilWhole } from '../support/steps.ts';

let site: DemoSite;
let visitor: Person;
let member: Person;

beforeAll(async () => {
  site = await openDemoSite();
  // Without transitions colours are final at once.
  visitor = await newPerson(site.browser, site.origin, { reducedMotion: 'reduce' });
  member = await newPerson(site.browser, site.origin, { reducedMotion: 'reduce' });
  await signIn(member);
});

afterAll(() => site?.close());

describe('every state of a screen has no accessibility faults and fits the window', () => {
  it.each([
    ['sign-up', '/auth?tab=register', 'Create Account'],
    ['not-found', '/no/such/page', '404 Page Not Found'],
  ])('%s', async (name, address, heading) => {
    visitor.expectProblem(/\/no\/such\/page .*status of 404/);
    await visitor.page.goto(address);
    await visitor.page.getByRole('heading', { name: heading }).first().waitFor();
    expect(await look(visitor.page, name)).toEqual([]);
    visitor.assertNoProblems();
  });

  it('circles of a member', async () => {
    await member.page.goto('/groups');
    await untilWhole(member.page);
    expect(await look(member.page, 'circles-member')).toEqual([]);
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
