import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { type Site, startMockedSite } from '../support/site.ts';
import { mainLink, toastText } from '../support/steps.ts';

// QA mode: the composed site in development, with every call answered by mocks over HTTP. No API is running.
let site: Site;
let browser: Browser;
let person: Person;

beforeAll(async () => {
  [site, browser] = await Promise.all([startMockedSite(), takeBrowser()]);
});

afterAll(async () => {
  await leaveBrowser(browser);
  await site?.stop();
});

beforeEach(async () => {
  person = await newPerson(browser, site.origin);
  // A source file was saved meanwhile: a loading page requests an outdated hot update.
  person.expectProblem(/\.hot-update\.json .*status of 404/);
});

afterEach(async () => {
  await person.context.close();
  person.assertNoProblems();
});

it('asks over the network, with and without a scenario, after a reload and offline', async () => {
  const { page, context } = person;
  const asked: string[] = [];
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/') && !response.fromServiceWorker()) asked.push(pathname);
  });
  const loads = async () => {
    await page.getByRole('button', { name: 'Join' }).first().waitFor();
    return [...new Set(asked.splice(0))].filter((path) => /^\/api\/(user|circles)$/.test(path)).sort();
  };
  await page.goto('/groups');
  expect(await loads()).toEqual(['/api/circles', '/api/user']);
  const open = await page.getByRole('button', { name: 'Join' }).count();
  await page.getByRole('button', { name: 'Join' }).first().click();
  const joined = await toastText(page, 'Joined Circle!');
  expect(joined).toContain('Welcome to your new Fren Circle.');
  // Joining opens the circle.
  await page.getByRole('button', { name: 'Say hello to the circle' }).waitFor();
  asked.splice(0);
  await page.goto('/groups');
  expect(await loads(), 'after a new document').toEqual(['/api/circles', '/api/user']);
  expect(await page.getByRole('button', { name: 'Join' }).count(), 'what was done stays').toBe(open - 1);
  await page.goto('/groups?scenario=typical&visitor');
  await expect.poll(() => page.evaluate(async () => (await fetch('/api/user')).status)).toBe(401);
  expect(asked.splice(0)).toContain('/api/user');

  await page.goto('/groups?scenario=');
  await loads();
  expect(new URL(page.url()).search, 'leaving leaves').toBe('');
  expect(await page.evaluate(() => sessionStorage.getItem('scenario'))).toBeNull();
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await context.setOffline(true);
  person.expectProblem(/ERR_INTERNET_DISCONNECTED/);
  await page.getByRole('button', { name: 'Join' }).first().click();
  await page.getByText('offline').first().waitFor();
  await context.setOffline(false);
});

describe('the scenario in the address decides what the site answers', () => {
  it('typical: a lively community in which things can be done', async () => {
    const { page } = person;
    await page.goto('/groups?scenario=typical');
    const circle = page
      .getByRole('article')
      .filter({ has: page.getByText('open', { exact: true }) })
      .filter({ has: page.getByRole('button', { name: 'Join' }) })
      .first();
    await circle.getByRole('button', { name: 'Join' }).click();
    expect(await toastText(page, 'Joined Circle!')).toContain('Welcome to your new Fren Circle.');

    await mainLink(page, 'Frens').click();
    await page
      .getByRole('button', { name: /^Connect with / })
      .first()
      .click();
    expect(await toastText(page, 'Connection Requested')).toContain('Connection request sent to');
    await mainLink(page, 'Matches').click();
    await page.getByRole('heading', { level: 1, name: /^Welcome back, / }).waitFor();
  });

  it('flaky: the page hears of every lost call, which the browser itself would send again', async () => {
    const { page } = person;
    person.expectProblem(/ERR_/);
    await page.goto('/about/privacy?scenario=flaky:50');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const answers = await page.evaluate(async () => {
      const ask = (path: string) =>
        fetch(path).then(
          ({ status }) => status,
          () => 'lost',
        );
      return [
        await ask('/api/wallet'),
        await ask('/api/blocks'),
        await ask('/api/sessions'),
        await ask('/api/matches'),
      ];
    });
    expect(answers.filter((answer) => answer === 'lost')).toHaveLength(2);
  });

  it('empty: the first member of a site', async () => {
    const { page } = person;
    await page.goto('/groups?scenario=empty');
    await page.getByText('No circles available yet.').waitFor();
    await mainLink(page, 'Frens').click();
    await page.getByText('Nobody here yet').waitFor();
    // The tab keeps the choice.
    await page.goto('/panda');
    expect(await page.getByRole('heading', { name: 'No Pandas yet' }).innerText()).toBe('No Pandas yet');
  });

  it('failing: every call ends in an error that the page explains', async () => {
    const { page } = person;
    person.expectProblem(/\/api\/.*status of 503/);
    await page.goto('/groups?scenario=failing');
    const alert = page.getByRole('alert').filter({ hasText: 'We couldn’t load the circles' });
    await alert.getByRole('button', { name: 'Try again' }).click();
    await alert.waitFor();
    await mainLink(page, 'Matches').click();
    await page.getByRole('heading', { level: 1, name: /^Welcome back, / }).waitFor();
    await mainLink(page, 'Groups').click();
    expect(await alert.innerText()).toContain('Try again');
  });
});
