import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { addressOf, builtPages } from '../support/pages.ts';
import { isLongRun, smokeCases } from '../support/smoke-cases.ts';
import { chooseLanguage, frameThere, signIn } from '../support/steps.ts';

/** The daily run covers one page per error boundary: the shell's and that of remotes. */
const every = ['/about/accessibility', '/panda'];
const pages = smokeCases(
  // A signed-in member is redirected from the sign-in page.
  (await builtPages()).filter(({ path }) => !path.endsWith('/auth')),
  ({ path }) => every.includes(path),
);

// Real failures of network and server, by the browser's own means (D62).
let site: DemoSite;
let member: Person;

beforeAll(async () => {
  site = await openDemoSite({ DEV_PAGES: 'true' });
  member = await openMember();
});

async function openMember(): Promise<Person> {
  const person = await newPerson(site.browser, site.origin);
  person.expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ChunkLoadError|status of 500/);
  // As with Save-Data: without prefetching, a failure concerns the page being opened.
  await person.context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await signIn(person);
  return person;
}

// A failed test must restore the network for the others.
afterEach(() => member.page.unrouteAll());

afterAll(() => site?.close());

/** Navigates without a document load, as a link would. */
async function go(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(
      { ...history.state, idx: (history.state?.idx ?? 0) + 1, key: String(Math.random()) },
      '',
      to,
    );
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, address);
}

describe('offline', () => {
  it('a bar says so, an action fails at once with Retry, and nothing goes out later by itself', async () => {
    // A fake clock would stay with its context, and remove the performance marks by which a rendered page knows that it is mounted.
    const offline = await openMember();
    const { page, context } = offline;
    await page.clock.install();
    await page.goto('/groups');
    const join = page.getByRole('button', { name: /^Join/ }).first();
    await join.waitFor();
    const sent: string[] = [];
    page.on('requestfinished', (request) => {
      // Version reports are sent later, without user action.
      const { pathname } = new URL(request.url());
      if (request.method() !== 'GET' && !pathname.startsWith('/api/composition/')) sent.push(pathname);
    });
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await frameThere(page);
    await context.setOffline(true);
    const bar = page.getByText('You’re offline. You can read what’s here, but nothing can be sent.');
    await bar.waitFor();
    // The top bar stays usable, too.
    await page.getByRole('banner').getByRole('link', { name: 'Groups' }).click({ trial: true });
    await join.click();
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.getByText('Join Failed').waitFor();
    expect(await messages.innerText()).toContain('Try again');
    // Loaded content stays.
    expect(await page.getByRole('article').count()).toBeGreaterThan(5);

    await context.setOffline(false);
    await bar.waitFor({ state: 'detached' });
    // Focus keeps the toast open; by now all timers have fired.
    const again = messages.getByRole('button', { name: 'Try again' });
    await again.focus();
    await page.clock.runFor('05:00');
    expect(sent).toEqual([]);
    await again.click();
    await messages.getByText('Joined Circle!').waitFor();
    expect(sent).toHaveLength(1);
    offline.assertNoProblems();
    await context.close();
  });
});

/** A chunk fetched on demand, not part of the initial page. */
const lazyFile = /\/(shell|remotes)\/.+\/(?!main\.|remoteEntry\.)[\w-]+\.[0-9a-f]+\.(js|css)/;

/** A failed part shows the error of its place. */
const failure = (page: Page) => page.locator('main').getByRole('button', { name: 'Try again' });

describe('code that does not come', () => {
  it.each(pages)('$path keeps its frame, and comes by Retry or by going elsewhere and back', async (one) => {
    const { page } = member;
    const address = await addressOf(one, site.origin);
    // A page of a remote that needs none of these files.
    await page.goto(address === '/groups' ? '/vibe-quiz' : '/groups');
    await page.locator('main h1').first().waitFor();
    await frameThere(page);
    await page.evaluate(() => Object.assign(window, { samePage: true }));
    const elsewhere = page.url();
    let lost = 0;
    const lose = (route: Route) => {
      lost += 1;
      return route.abort();
    };
    await page.route(lazyFile, lose);
    await go(page, address);
    await failure(page).first().waitFor();
    expect(lost).toBeGreaterThan(0);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();

    await go(page, elsewhere);
    await failure(page).first().waitFor({ state: 'detached' });
    lost = 0;
    await go(page, address);
    // The previous failure is shown until the retry starts.
    await expect.poll(() => lost).toBeGreaterThan(0);
    await failure(page).first().waitFor();
    await page.unroute(lazyFile, lose);
    await failure(page).first().click();
    await failure(page).first().waitFor({ state: 'detached' });
    await page.locator('main h1').first().waitFor();
    expect(await page.evaluate(() => 'samePage' in window)).toBe(true);
    member.assertNoProblems();
  });

  const menus = [
    ['the member menu', { width: 1280, height: 800 }, /^Your menu/, 'menu'],
    ['the menu of a phone', { width: 375, height: 812 }, 'Menu', 'dialog'],
  ] as const;
  it.runIf(isLongRun).each(menus)(
    '%s says so, opens by Retry, and gives the focus back',
    async (_name, size, button, role) => {
      const { page } = member;
      await page.setViewportSize(size);
      await page.goto('/groups');
      await page.locator('main h1').first().waitFor();
      await frameThere(page);
      const opener = page.getByRole('banner').getByRole('button', { name: button });
      const lose = (route: Route) => route.abort();
      await page.route(lazyFile, lose);
      await opener.press('Enter');
      const messages = page.getByRole('region', { name: 'Messages' });
      await messages.getByText('The menu didn’t load').waitFor();
      expect(await opener.getAttribute('aria-expanded')).toBe('false');
      await page.getByRole('heading', { level: 1, name: 'Fren Circles' }).waitFor();
      await page.unroute(lazyFile, lose);
      await messages.getByRole('button', { name: 'Try again' }).click();
      await page
        .getByRole(role)
        .getByRole(role === 'menu' ? 'menuitem' : 'link')
        .first()
        .waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole(role).waitFor({ state: 'detached' });
      await opener.press('Enter');
      await page.getByRole(role).waitFor();
      await page.keyboard.press('Escape');
      expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
      await page.setViewportSize({ width: 1280, height: 720 });
      member.assertNoProblems();
    },
  );

  it.runIf(isLongRun)('the dialog for a note says so, and the button keeps the focus', async () => {
    const { page } = member;
    await page.goto('/browse');
    const note = page.getByRole('button', { name: /^Add a note for/ }).first();
    await note.waitFor();
    await frameThere(page);
    const name = await note.getAttribute('aria-label');
    const lose = (route: Route) => route.abort();
    await page.route(lazyFile, lose);
    await note.press('Enter');
    await page.getByRole('region', { name: 'Messages' }).getByText('We couldn’t open the note').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(name);
    await page.unroute(lazyFile, lose);
    member.assertNoProblems();
  });

  it.runIf(isLongRun)('the radar of a Panda leaves its page whole', async () => {
    const { page } = member;
    await page.goto('/panda');
    const card = page.locator('[data-card-link]').first();
    await card.waitFor();
    const address = (await card.getAttribute('href')) ?? '';
    const loaded: string[] = [];
    page.on('response', (response) => void loaded.push(response.url()));
    const analytics = page.getByRole('tab', { name: 'Analytics' });
    await go(page, address);
    await analytics.click();
    await page.getByRole('img', { name: /Warmth/ }).waitFor();
    const lazy = loaded.filter((url) => /\.js/.test(url) && lazyFile.test(url));
    const radar = new URL(lazy.at(-1) ?? '').pathname;
    await page.route(`**${radar}*`, (route) => route.abort());
    await page.goto(address);
    await analytics.click();
    await failure(page).first().waitFor();
    await page.getByText('Total Content').waitFor();
    expect(await page.getByRole('img', { name: /Warmth/ }).count()).toBe(0);
    await page.unroute(`**${radar}*`);
    await failure(page).first().click();
    await page.getByRole('img', { name: /Warmth/ }).waitFor();
    member.assertNoProblems();
  });
});

describe('the server does not say who is there', () => {
  it('the page stays, and Retry asks again', async () => {
    const { page } = member;
    await page.route('**/api/user', (route) =>
      route.fulfill({ status: 500, contentType: 'text/html', body: '<html>Bad Gateway</html>' }),
    );
    await page.goto('/dashboard');
    await page.getByRole('heading', { level: 1, name: 'We couldn’t check your session' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    // A bar that mounts later uses the session without another request.
    await frameThere(page);
    const words = await page.locator('main').innerText();
    expect(words).toContain('You’re still signed in, and nothing is lost. Something went wrong on our side.');
    expect(words).not.toContain('<html>');
    await page.unroute('**/api/user');
    await page.locator('main').getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: /^Welcome back/ }).waitFor();
    member.assertNoProblems();
  });
});

it('a page whose scripts are lost says so, in the chosen theme from the first paint on, and comes by Retry', async () => {
  const { page } = member;
  await page.goto('/about/terms');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('button', { name: 'Dark' }).click();
  await page.locator('html[data-theme=dark]').waitFor();
  // No code of the site runs: this is the first paint.
  await page.route(/\/shell\/.*\.js/, (route) => route.abort());
  await page.goto('/about/terms', { waitUntil: 'domcontentloaded' });
  const scheme = await page.evaluate(() => {
    const { dataset } = document.documentElement;
    return [dataset.theme, getComputedStyle(document.documentElement).colorScheme];
  });
  expect(scheme).toEqual(['dark', 'dark']);
  const notice = page.getByRole('alert').filter({ hasText: 'This page didn’t load completely' });
  await notice.waitFor();
  await page.unroute(/\/shell\/.*\.js/);
  await notice.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'System' }).click();
  member.assertNoProblems();
});

describe('whatever the window', () => {
  /** Pixels of a control, to compare what forced colours leave of its state. */
  const look = async (page: Page, selector: string) =>
    (await page.locator(selector).first().screenshot()).toString('base64');

  it('forced colours show the state of switches, tabs and languages', async () => {
    const { page } = member;
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await page.goto('/privacy-settings');
    await page.getByRole('switch').first().waitFor();
    const control = 'main input[role=switch]';
    const before = await look(page, control);
    await page.getByRole('switch').first().click();
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    expect(await look(page, control)).not.toBe(before);
    await page.getByRole('switch').first().click();

    const chosenOnes = [
      ['/dashboard', '[role=tab][aria-selected=true]', '[role=tab][aria-selected=false]'],
      ['/groups', 'header button[aria-pressed=true]', 'header button[aria-pressed=false]'],
      ['/groups', 'header nav [aria-current=page]', 'header nav a:not([aria-current])'],
      ['/v2/browse', 'header nav [aria-current=page]', 'header nav a:not([aria-current])'],
    ] as const;
    for (const [address, chosen, other] of smokeCases(chosenOnes, ([one]) => one === '/groups')) {
      if (new URL(page.url()).pathname !== address) await page.goto(address);
      await page.locator(chosen).first().waitFor();
      const style = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => {
            const { backgroundColor, borderBottomColor, borderBottomWidth, outlineStyle } =
              getComputedStyle(element);
            const after = getComputedStyle(element, '::after').backgroundColor;
            return [backgroundColor, borderBottomColor, borderBottomWidth, outlineStyle, after].join();
          });
      expect([address, await style(chosen)]).not.toEqual([address, await style(other)]);
    }
    await page.emulateMedia({ forcedColors: 'none' });
    member.assertNoProblems();
  });

  it('the words in an empty search are whole at 320 px, in Spanish too', async () => {
    const { page } = member;
    await page.setViewportSize({ width: 320, height: 640 });
    for (const language of smokeCases(['en', 'es'], (one) => one === 'es')) {
      await chooseLanguage(member, language);
      // The daily case is the page with the most text.
      for (const address of smokeCases(['/browse', '/panda', '/groups'], (one) => one === '/browse')) {
        // With a query the page is not prerendered, and uses the site's own fonts.
        await page.goto(`${address}?own-fonts`);
        await page.locator(`html[lang=${language}]`).waitFor();
        const search = page.getByRole('searchbox');
        // Late fonts apply with the first press.
        await search.click();
        const [words, room] = await search.evaluate(async (field: HTMLInputElement) => {
          await document.fonts.ready;
          const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(field);
          const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
          context.font = font;
          const { width } = context.measureText(field.placeholder);
          const padding = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
          return [width, field.clientWidth - padding] as const;
        });
        expect([language, address, words <= room]).toEqual([language, address, true]);
      }
    }
    await chooseLanguage(member, 'en');
    member.assertNoProblems();
  });

  it.runIf(isLongRun)('the chosen tab of the dashboard is in sight at 375 px', async () => {
    const { page } = member;
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto('/dashboard');
    const tab = page.getByRole('tab', { name: /^Connections/ });
    await tab.click();
    await expect
      .poll(async () => {
        const box = await tab.boundingBox();
        return box && box.x >= 0 && box.x + box.width <= 375;
      })
      .toBe(true);
  });
});
