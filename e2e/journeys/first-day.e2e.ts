import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { translatePage } from '../../shell/src/testing/translate-page.ts';
import { leaveBrowser, newPerson, type Person, takeBrowser } from '../support/browser.ts';
import { demoFolder } from '../support/demo-folder.ts';
import { linkIn, type Mailbox, openMailbox } from '../support/mailbox.ts';
import { pixelsOf, promisedPanda, sharesAsPicture } from '../support/quiz.ts';
import { type Site, startSite } from '../support/site.ts';
import { isLongRun, smokeCases } from '../support/smoke-cases.ts';
import { demoMember, logIn, mainLink, toastText } from '../support/steps.ts';

// One visitor's path through the whole site, on the real server and an empty database with demo data.
const ada = {
  username: 'ada.grove',
  email: 'ada@frens.example',
  password: 'seven-warm-stones',
  name: 'Ada Grove',
  age: '34',
};
const circle = 'Lantern Kayakers';

let folder: Awaited<ReturnType<typeof demoFolder>>;
let site: Site;
let mails: Mailbox;
let browser: Browser;
let visitor: Person;
let friend: Person;
let pandaName = '';
/** All pixels of the Panda in the quiz result. */
let promised = '';
let promisedName = '';

/** Opens an entry of the user menu. */
async function openUserMenu(name: string): Promise<void> {
  const { page } = visitor;
  await page.getByRole('button', { name: /^Your menu, / }).click();
  const item = page.getByRole('menuitem', { name });
  await item.waitFor();
  // The whole menu is in the viewport.
  expect(await page.getByRole('menu').evaluate((menu) => menu.scrollHeight - menu.clientHeight)).toBe(0);
  await item.click();
}

/** A member's card in Browse after searching for the name. */
async function findInBrowse({ page }: Person, name: string) {
  await mainLink(page, 'Frens').click();
  await page.getByPlaceholder('Search by name or occupation...').fill(name);
  const card = page.getByRole('article').filter({ hasText: name });
  await card.waitFor();
  return card;
}

/** Simulates the browser's translator, see `translatePage`. */
const translators = [null, 'replace', 'wrap'] as const;

describe.each(smokeCases(translators, (one) => one === null))(
  'a visitor’s first day, translated: %s',
  (translator) => {
    beforeAll(async () => {
      folder = await demoFolder();
      mails = await openMailbox();
      const starting = startSite({ dataDir: folder.dir, smtpUrl: mails.smtpUrl });
      [site, browser] = await Promise.all([starting, takeBrowser()]);
      visitor = await newPerson(browser, site.origin);
      friend = await newPerson(browser, site.origin);
      if (translator) await visitor.context.addInitScript(translatePage, translator);
      // The daily run uses a translated page, in a browser that passes on the system's locale.
      await friend.context.addInitScript<'replace' | 'wrap'>(translatePage, 'replace');
      await friend.context.addInitScript(() => {
        Object.defineProperty(navigator, 'languages', { value: ['en-US@posix'] });
      });
    });

    afterAll(async () => {
      await leaveBrowser(browser);
      await site?.stop();
      await mails?.close();
      await folder?.remove();
    });

    afterEach(() => {
      visitor.assertNoProblems();
      friend.assertNoProblems();
    });

    it('takes the quiz signed out', async () => {
      const { page } = visitor;
      // Spec section 8: a signed-out submission answers 401 and counts as done.
      visitor.expectProblem(/\/api\/vibe-quiz .*status of 401/);
      await page.goto('/');
      expect(await page.title()).toBe('Frens - Soul-First Social Economy');
      await page.getByRole('link', { name: 'Take Your Vibe Quiz' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Discover Your Soul Signature' }).waitFor();

      for (let lab = 1; lab <= 11; lab += 1) {
        await page.getByText(`Lab ${lab} of 11`).waitFor();
        expect(
          await page
            .getByRole('group', { name: /^Your answer/ })
            .getByRole('button')
            .count(),
        ).toBe(4);
        await page
          .getByRole('group', { name: /^Your answer/ })
          .getByRole('button')
          .nth(lab % 4)
          .click();
      }
      await page.getByRole('heading', { level: 1, name: 'Soul Signature Complete!' }).waitFor();
      expect(await page.getByRole('main').innerText()).toContain(
        'Your vibe was captured across 11 dimensional labs.',
      );

      // Back leaves the quiz instead of returning to answered labs; the result is still there.
      await page.goBack();
      await page.waitForURL('/');
      await page.goForward();
      await page.getByRole('heading', { level: 1, name: 'Soul Signature Complete!' }).waitFor();

      // A reload loses nothing, and says so (D41).
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Soul Signature Complete!' }).waitFor();
      promised = await pixelsOf(await promisedPanda(page));
      promisedName = (await page.getByRole('heading', { level: 2, name: /^Meet / }).innerText()).replace(
        'Meet ',
        '',
      );
      await sharesAsPicture(page);
    });

    it('joins, and finds the quiz result as a Panda of their own, the one that was promised (D41, D42)', async () => {
      const { page } = visitor;
      await page.getByRole('link', { name: 'Join Frens' }).click();
      const form = page.getByRole('form', { name: 'Sign Up' });
      await form.getByLabel('Username').fill(ada.username);
      await form.getByLabel('Email').fill(ada.email);
      await form.locator('input[name=password]').fill(ada.password);
      await form.locator('input[name=confirmPassword]').fill(ada.password);
      await page.getByText(`${promisedName} is waiting for you`).waitFor();
      await form.getByRole('button', { name: 'Continue' }).click();
      await form.getByLabel('Full Name').fill(ada.name);
      await form.getByLabel('Age').fill(ada.age);
      await form.getByLabel('Gender').selectOption({ label: 'Woman' });
      await form.getByLabel('Looking for').selectOption({ label: 'Everyone' });
      await form.getByRole('button', { name: 'Create Account' }).click();

      await page.waitForURL('**/dashboard');
      await page.getByRole('heading', { level: 1, name: `Welcome, ${ada.name}!` }).waitFor();
      await page
        .getByRole('region', { name: 'BAMBOO to get started' })
        .getByRole('listitem')
        .filter({ hasText: '25.00' })
        .waitFor();

      await openUserMenu('Profile');
      await page.getByRole('heading', { name: 'Your Profile' }).waitFor();
      const own = page.getByRole('complementary', { name: 'Your Panda' });
      await own.getByRole('link', { name: 'Open its page' }).click();
      await page.getByText('This is your Panda').waitFor();
      pandaName = await page.getByRole('heading', { level: 1 }).innerText();
      const given = await pixelsOf(page.getByRole('img', { name: new RegExp(pandaName) }).first());
      expect(given.length).toBeGreaterThan(10_000);
      expect(given).toBe(promised);
      expect(pandaName).toBe(promisedName);
    });

    it('browses, filters and connects', async () => {
      const { page } = visitor;
      await mainLink(page, 'Frens').click();
      await page.getByRole('article').first().waitFor();
      const everybody = await page.getByRole('article').count();

      await page.getByLabel('Gender', { exact: true }).selectOption({ label: 'Man' });
      await expect.poll(() => page.getByRole('article').count()).toBeLessThan(everybody);
      const men = await page.getByRole('article').count();
      await page.getByLabel('Age', { exact: true }).selectOption({ label: '26–35' });
      await expect.poll(() => page.getByRole('article').count()).toBeLessThan(men);
      const cards = await page.getByRole('article').all();
      expect(cards.length).toBeGreaterThan(0);
      for (const card of cards) {
        const words = await card.innerText();
        expect(words).toContain('Man');
        const age = Number(/, (\d+)/.exec(words)?.[1]);
        expect(age).toBeGreaterThanOrEqual(26);
        expect(age).toBeLessThanOrEqual(35);
      }

      const connect = page.getByRole('button', { name: /^Connect with / }).first();
      const name = (await connect.getAttribute('aria-label'))?.replace('Connect with ', '') ?? '';
      await connect.click();
      expect(await toastText(page, 'Connection Requested')).toContain(`Connection request sent to ${name}.`);
      await page
        .getByRole('article')
        .filter({ hasText: name })
        .getByRole('link', { name: 'Request sent' })
        .waitFor();
    });

    it('opens a Panda and stakes', async () => {
      const { page } = visitor;
      await page.goto('/panda');
      const card = page.getByRole('article').filter({ hasNotText: pandaName }).first();
      const name = await card.getByRole('heading').innerText();
      await card.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();

      await page.getByRole('button', { name: 'Back This Panda' }).click();
      await page.getByLabel('BAMBOO amount').fill('12.50');
      await page.getByRole('button', { name: 'Stake BAMBOO' }).click();
      expect(await toastText(page, 'Bamboo Staked!')).toContain(`You've backed ${name} with 12.50 BAMBOO`);
      // Welcome 100.00 and quiz 25.00 (D37), less this stake.
      await page.getByRole('button', { name: 'Back This Panda' }).click();
      await page.getByText('112.50').first().waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
    });

    it('creates a circle and joins another', async () => {
      const { page } = visitor;
      await mainLink(page, 'Groups').click();
      await page.getByRole('article').first().waitFor();

      await page.getByRole('button', { name: 'Create Circle' }).click();
      const dialog = page.getByRole('dialog', { name: 'Create a New Fren Circle' });
      await dialog.getByLabel('Circle Name').fill(circle);
      await dialog.getByLabel('Description').fill('Quiet water after dusk.');
      await dialog.getByRole('button', { name: 'Create Circle' }).click();
      expect(await toastText(page, 'Circle Created!')).toContain(
        'Your Fren Circle is now live and ready for members.',
      );
      await page.getByRole('heading', { level: 2, name: `Who would you like in ${circle}?` }).waitFor();
      await page.getByRole('link', { name: 'All circles' }).click();
      const own = page.getByRole('article', { name: circle });
      await own.getByText('Your circle').waitFor();
      expect(await own.innerText()).toContain('1 member');

      const other = page
        .getByRole('article')
        .filter({ has: page.getByText('open', { exact: true }) })
        .filter({ has: page.getByRole('button', { name: 'Join' }) })
        .first();
      const name = await other.getByRole('heading').innerText();
      const joined = page.getByRole('article', { name });
      const before = Number(/(\d+) members?/.exec(await joined.innerText())?.[1]);
      await joined.getByRole('button', { name: 'Join' }).click();
      expect(await toastText(page, 'Joined Circle!')).toContain('Welcome to your new Fren Circle.');
      // Joining opens the circle, to say hello.
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await page.getByText(`${before + 1} members`).waitFor();
      await page.getByRole('button', { name: 'Say hello to the circle' }).click();
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    });

    it('hides the age, and another member no longer sees it', async () => {
      await logIn(friend.page, demoMember);
      expect(await friend.page.locator('font').count()).toBeGreaterThan(0);
      const seen = await findInBrowse(friend, ada.name);
      expect(await seen.getByRole('heading').innerText()).toBe(`${ada.name}, ${ada.age}`);

      const { page } = visitor;
      await openUserMenu('Privacy settings');
      await page.getByRole('switch', { name: 'Show my age' }).click();
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await toastText(page, 'Privacy settings updated');

      await friend.page.reload();
      const now = await findInBrowse(friend, ada.name);
      expect(await now.getByRole('heading').innerText()).toBe(ada.name);
    });

    it.runIf(isLongRun)(
      'signs in by a link, writes to a friend and saves the profile, translated',
      async () => {
        const { page } = friend;
        await page.goto('/profile');
        await page.getByRole('button', { name: 'Edit Profile' }).click();
        await page.getByRole('textbox', { name: 'Occupation' }).fill('Lighthouse keeper');
        await page.getByRole('button', { name: 'Save Profile' }).click();
        await toastText(page, 'Profile Updated');
        await page.getByText('Lighthouse keeper').waitFor();
        const email = await page.evaluate(async () => (await (await fetch('/api/user')).json()).email);

        await friend.context.clearCookies();
        await page.goto('/auth');
        const card = page.getByRole('form', { name: 'Sign in with a link' });
        await card.getByLabel('Email address').fill(email);
        await card.getByRole('button', { name: 'Send Magic Link' }).click();
        await page.getByRole('heading', { name: 'Check your email' }).waitFor();
        await page.goto(linkIn(await mails.take(email, /Your link to/)));
        await page.waitForURL('**/dashboard');

        const username = await page.evaluate(
          async () => (await (await fetch('/api/connections')).json())[0].friend.username,
        );
        await page.goto(`/frens/${username}`);
        await page.getByRole('textbox', { name: /^Write to / }).fill('Tea at five?');
        await page.getByRole('button', { name: 'Send', exact: true }).click();
        await page.getByRole('listitem').filter({ hasText: 'Tea at five?' }).waitFor();
        expect(await page.locator('font').count()).toBeGreaterThan(0);
      },
    );

    it.runIf(isLongRun)('switches to Spanish and back', async () => {
      const { page } = visitor;
      await mainLink(page, 'Groups').click();
      await page.getByRole('button', { name: 'Español' }).click();
      await page.getByRole('heading', { level: 1, name: 'Círculos Fren' }).waitFor();
      const spanish = await page.evaluate(() => document.documentElement.lang);
      await page.getByRole('button', { name: 'English' }).click();
      await page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
      const english = await page.evaluate(() => document.documentElement.lang);
      expect([spanish, english]).toEqual(['es', 'en']);
    });

    it('logs out and is kept out', async () => {
      const { page } = visitor;
      await openUserMenu('Logout');
      await page.waitForURL(`${site.origin}/`);
      await page.getByRole('link', { name: 'Login', exact: true }).waitFor();
      await page.goto('/dashboard');
      await page.waitForURL('**/auth?next=%2Fdashboard');
      expect(await mainLink(page, 'Matches').count()).toBe(0);
    });

    it.runIf(isLongRun)(
      'finds everything again after the server was stopped and started on the same data',
      async () => {
        const { port } = new URL(site.origin);
        // An idle page still prefetches and reports; waits for both before the server stops.
        await Promise.all([visitor, friend].map(({ page }) => page.goto('about:blank')));
        await site.stop();
        site = await startSite({ dataDir: folder.dir, port: Number(port), smtpUrl: mails.smtpUrl });

        const { page } = visitor;
        await logIn(page, ada);
        await page.getByRole('heading', { level: 1, name: `Welcome, ${ada.name}!` }).waitFor();
        await mainLink(page, 'Groups').click();
        await page.getByRole('article', { name: circle }).getByText('Your circle').waitFor();
        await openUserMenu('Privacy settings');
        const switched = page.getByRole('switch', { name: 'Show my age' });
        await switched.waitFor();
        expect(await switched.isChecked()).toBe(false);
        await openUserMenu('Profile');
        const own = page.getByRole('complementary', { name: 'Your Panda' });
        await own.getByText(pandaName).waitFor();
        await own.getByRole('link', { name: 'Open its page' }).click();
        await page.getByText('This is your Panda').waitFor();
        await page.goto('/panda');
        await page.getByRole('article').first().waitFor();
        // The other member's session survives the restart (D11).
        await friend.page.goto('/');
        await friend.page.getByRole('button', { name: /^Your menu, / }).waitFor();
      },
    );
  },
);
