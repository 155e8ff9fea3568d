import { exampleAnswers } from '@frens/contract/fixtures';
import { keptQuizKey } from '@frens/contract/kept-quiz';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { translatePage } from '../../shell/src/testing/translate-page.ts';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { addressOf } from '../support/pages.ts';
import { isLongRun, smokeCases } from '../support/smoke-cases.ts';
import { demoMember, signIn } from '../support/steps.ts';

// Prerendered pages before their scripts arrive: early input is kept, and hydration replaces nothing.
let site: DemoSite;

beforeAll(async () => {
  site = await openDemoSite();
});

afterAll(() => site?.close());

/** Whether an element is in the viewport. */
async function isInView(element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  const { height = 0 } = element.page().viewportSize() ?? {};
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

it('can be read and signed in on without scripts, in the language of the reader', async () => {
  const { page, expectProblem, assertNoProblems } = await newPerson(site.browser, site.origin, {
    javaScriptEnabled: false,
    locale: 'es-ES',
  });
  const headings = [
    ['/', 'Encuentra a tus frens'],
    ['/vibe-quiz', 'Descubre tu Firma del Alma'],
    ['/groups', 'Círculos Fren'],
    ['/auth', 'Hola de nuevo'],
    ['/panda', 'Panda'],
    ['/meetups', 'encuentros'],
    ['/service', ''],
    ['/backup', ''],
    ['/about/us', ''],
    ['/dashboard', 'Hola de nuevo'],
  ] as const;
  // The daily run opens one page of the shell and one of members; the tests below open others.
  const daily = ['/about/us', '/dashboard'];
  for (const [path, heading] of smokeCases(headings, ([one]) => daily.includes(one))) {
    await page.goto(path);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain(heading);
    // No button without a handler.
    expect(await page.locator('button:not([type=submit]):visible').allTextContents(), path).toEqual([]);
  }
  await page.goto('/vibe-quiz');
  expect(await page.locator('main noscript').innerText()).toContain('El test necesita JavaScript');
  const drawing = page.waitForResponse(/\/assets\/grove\.\w+\.svg$/);
  await page.goto('/');
  expect((await drawing).ok()).toBe(true);
  await page.getByRole('form', { name: '¿Qué fren eres?' }).locator('[name=email]').fill('lia@frens.example');
  await page.getByRole('button', { name: 'Únete a la comunidad' }).click();
  await page.waitForURL('**/auth?tab=register');
  expect(await page.getByRole('form', { name: 'Crear cuenta' }).locator('[name=email]').inputValue()).toBe(
    'lia@frens.example',
  );
  const panda = await addressOf({ path: '/panda/:pandaId' }, site.origin);
  await page.goto('/groups');
  await page
    .getByRole('main')
    .getByText(/^\d+ círculos$/)
    .waitFor();
  await page.getByRole('link', { name: 'Repair Café Crew' }).click();
  await page.getByRole('heading', { level: 1, name: 'Repair Café Crew' }).waitFor();
  const circle = new URL(page.url()).pathname;
  const wayIn = page.getByRole('main').getByRole('link', { name: 'Inicia sesión para unirte' });
  expect(await wayIn.getAttribute('href')).toMatch(/^\/auth\?next=%2Fgroups%2F\w{24}$/);
  expectProblem(/status of 404/);
  const missing = [
    [`/groups/${'0'.repeat(24)}`, 'Aquí no hay ningún círculo', 'Ver todos los círculos'],
    ['/groups/%20.', 'Aquí no hay ningún círculo', 'Ver todos los círculos'],
    ['/no-such-page', '404 Página no encontrada', 'Volver al inicio'],
  ] as const;
  for (const [path, title, way] of smokeCases(missing, ([one]) => one === '/groups/%20.')) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('main').getByRole('link', { name: way }).waitFor();
  }
  await page.goto('/groups');
  await page.getByRole('searchbox').fill('no-such-circle');
  await page.getByRole('searchbox').press('Enter');
  await page.waitForURL('**q=no-such-circle');
  await page.getByRole('main').getByText('Ningún círculo').waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('no-such-circle');
  await page.goto('/auth?tab=register');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Crea tu cuenta');
  expect(await page.locator('main form:visible').first().getAttribute('aria-label')).toBe('Crear cuenta');
  const join = page.getByRole('form', { name: 'Crear cuenta' });
  await join.locator('[name=username]').fill('sin.guion');
  expectProblem(/status of 400/);
  await join.locator('[type=submit]').click();
  await page.getByRole('alert').waitFor();
  expect(await isInView(page.getByRole('alert'))).toBe(true);
  expect(await join.locator('[name=username]').inputValue()).toBe('sin.guion');
  expect(await join.locator('select[name=gender]').getAttribute('aria-invalid')).toBe('true');
  await page.goto('/auth');
  const signIn = async (password: string) => {
    await page.locator('[name=username]').first().fill(demoMember.username);
    await page.locator('[name=password]').first().fill(password);
    await page.locator('[name=password]').first().press('Enter');
  };
  expectProblem(/status of 401/);
  await signIn('not-this-one');
  await page.getByRole('alert').waitFor();
  expect(await page.locator('[name=username]').first().inputValue()).toBe(demoMember.username);
  for (const limit of ['Para elegir una contraseña nueva', 'Para abrir el enlace'])
    expect(await page.getByText(limit).isVisible(), limit).toBe(true);
  await signIn(demoMember.password);
  await page.waitForURL('**/groups?scripts=none');
  // Members' content needs scripts, and the top bar shows that the visitor is signed in.
  await page.goto('/auth');
  await page.waitForURL('**/groups?scripts=none');
  for (const path of smokeCases(
    [circle, panda, '/profile', '/dashboard'],
    (one) => one === circle || one === '/dashboard',
  )) {
    await page.goto(path);
    // The circle's own texts, further down.
    expect(
      await page.getByRole('heading', { level: 1 }).filter({ visible: true }).first().textContent(),
      path,
    ).toBe('Esta página necesita JavaScript');
    expect(await page.getByRole('banner').count(), path).toBe(1);
    expect(await page.locator('main [role=status]:visible, main [data-shape]:visible').count(), path).toBe(0);
  }
  await page.locator('main').getByRole('link', { name: 'Círculos' }).click();
  await page.getByRole('link', { name: 'English', exact: true }).click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Fren Circles');
  await page.goto('/');
  expect(await page.getByRole('link', { name: 'Login' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('link', { name: 'Login' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  await page.goto('/auth?tab=register&next=%2Fdashboard');
  await page.getByRole('link', { name: 'español', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Crea tu cuenta' }).waitFor();
  expect(new URL(page.url()).searchParams.get('next')).toBe('/dashboard');
  await page.goto('/groups');
  await page.waitForURL('**scripts=none');
  expect(await page.getByRole('status').filter({ hasText: 'Cargando' }).count()).toBe(0);
  assertNoProblems();
});

it('comes rendered for a tab, for where to go on and for an invitation, keeps every element, and knows them once it is taken over', async () => {
  const inviter = await newPerson(site.browser, site.origin);
  await signIn(inviter);
  const made = await inviter.context.request.post('/api/invite-link', { headers: { Origin: site.origin } });
  const { search } = new URL((await made.json()).url);
  const { page, assertNoProblems } = await newPerson(site.browser, site.origin);
  await noteShifts(page);
  const plain = await newPerson(site.browser, site.origin, { javaScriptEnabled: false });
  await plain.page.goto(`/auth${search}`);
  await plain.page.getByRole('region', { name: 'Invitation' }).getByText('Robin Vale invites you').waitFor();
  const forgot = page.getByRole('link', { name: 'Forgot' });
  // The Panda of a quiz stored in this browser has its place from the first paint.
  const responses = Object.entries(exampleAnswers).map(([lab, response]) => ({ lab: Number(lab), response }));
  const kept = { keptAt: Date.now(), submission: { pictureSeed: '7e57000000000000', responses } };
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    keptQuizKey,
    JSON.stringify(kept),
  ] as const);
  const readWaiting = () =>
    page.getByRole('region', { name: 'Your Panda' }).locator('p').first().textContent();
  const readForgot = () => forgot.getAttribute('href');
  for (const [query, title, read, later] of [
    ['?tab=register&next=%2Fpanda', 'Create Account', readWaiting, 'Gentle Hearth is waiting for you'],
    ['?tab=forgot', 'Forgot your password?', async () => null, null],
    ['?next=%2Fpanda', 'Welcome Back', readForgot, '/auth?next=%2Fpanda&tab=forgot'],
    [search, 'Create Account', () => page.getByText('invites you').textContent(), 'Robin Vale invites you'],
  ] as const) {
    await page.goto(`/auth${query}`, { waitUntil: 'commit' });
    const heading = page.locator('main h1');
    await heading.waitFor();
    const first = await heading.elementHandle();
    expect(await first?.textContent(), query).toBe(title);
    expect(await page.locator('#root').getAttribute('data-query'), query).not.toBeNull();
    await page.waitForLoadState('networkidle');
    expect(await read(), query).toBe(later);
    expect(await first?.evaluate((element) => element.isConnected), query).toBe(true);
    expect(await page.evaluate('moved'), query).toEqual([]);
  }
  // A tab pressed before hydration is selected afterwards.
  let press = () => {};
  const isPressed = new Promise<void>((resolve) => {
    press = resolve;
  });
  await page.route('**/*.js', (route) => isPressed.then(() => route.continue()));
  await page.goto('/auth?tab=register', { waitUntil: 'commit' });
  await page.getByRole('tab', { name: 'Login' }).click();
  press();
  await page.waitForURL(({ search }) => search === '');
  assertNoProblems();
});

it('comes with the list that everybody may see, and with a circle of it, keeps them and never asks for them', async () => {
  const { page, expectProblem, assertNoProblems } = await newPerson(site.browser, site.origin);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const readPage = async (at: string) =>
    (await page.request.get(at, { headers: { accept: 'text/html' } })).text();
  // Rendered with its data beside the first request.
  await expect.poll(() => readPage('/groups'), { timeout: 20_000 }).toContain('id="public-data"');
  await noteShifts(page);
  /** Opens a rendered page, marks a node of it, and waits for hydration; no request may follow. */
  async function open(address: string, part: string, end = 'main a[href^="/auth?next="]') {
    await page.goto(address, { waitUntil: 'commit' });
    const kept = await page.locator(part).first().elementHandle();
    await page.locator(end).first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await kept?.evaluate((element) => element.isConnected), address).toBe(true);
    expect(await page.evaluate('moved'), address).toEqual([]);
    expect(
      asked.filter((path) => path.startsWith('/api/circles')),
      address,
    ).toEqual([]);
    return kept?.textContent();
  }
  await expect.poll(() => readPage('/groups?q=repair'), { timeout: 20_000 }).toContain('id="public-data"');
  expect(await open('/groups?q=repair', 'main article')).toContain('Repair Café Crew');
  expect(await page.getByRole('searchbox').inputValue()).toBe('repair');
  await open('/groups?utm_source=letter', 'main article');
  const circle = page.locator('main article').getByRole('link', { name: 'Repair Café Crew', exact: true });
  const address = (await circle.getAttribute('href')) ?? '';
  await expect.poll(() => readPage(address), { timeout: 20_000 }).toContain('id="public-data"');
  expect(await open(address, 'main h1')).toBe('Repair Café Crew');
  expectProblem(/status of 404/);
  const nowhere = [`/groups/${'0'.repeat(24)}`, '/groups/%20.'];
  for (const missing of smokeCases(nowhere, (one) => one !== '/groups/%20.')) {
    await expect.poll(() => readPage(missing), { timeout: 20_000 }).toContain('id="public-data"');
    expect(await open(missing, 'main h1', 'main a[href="/groups"]')).toBe('There’s no circle here');
  }
  assertNoProblems();
});

it('opens the landing page with circles and Pandas that everybody may see, keeps them, and needs no scripts for them', async () => {
  const { page, assertNoProblems } = await newPerson(site.browser, site.origin, { locale: 'es-ES' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await noteShifts(page);
  const read = async (address = '/') =>
    (await page.request.get(address, { headers: { accept: 'text/html', 'accept-language': 'es' } })).text();
  const isWhole = async (address?: string) => !/Cargando|http-equiv="refresh"/.test(await read(address));
  await expect.poll(() => isWhole(), { timeout: 20_000 }).toBe(true);
  await expect.poll(() => isWhole('/?scripts=none'), { timeout: 20_000 }).toBe(true);

  await page.goto('/', { waitUntil: 'commit' });
  const links = page.locator('#community li a');
  const cards = await links.elementHandles();
  expect(cards).toHaveLength(7);
  // Hydrated, and the session was requested.
  await page.locator('main a[href="/auth?tab=register"]').last().waitFor();
  await links.last().scrollIntoViewIfNeeded();
  await page.waitForTimeout(500);
  for (const card of cards) expect(await card.evaluate((element) => element.isConnected)).toBe(true);
  expect(asked.filter((path) => /^\/api\/(circles|pandas)/.test(path))).toEqual([]);
  expect(await page.evaluate('moved')).toEqual([]);

  await page.evaluate('globalThis.isSame = true');
  const name = await links.first().textContent();
  await links.first().click();
  await page.getByRole('heading', { level: 1, name: name ?? '' }).waitFor();
  expect(await page.evaluate('isSame')).toBe(true);
  // Requested once the rendered ones are used up.
  await page.goBack();
  await links.last().waitFor();
  expect(await links.first().textContent()).toBe(name);
  // Back from another document: hydrated with what it was rendered with, and only then asked for again, while all stays as it is.
  const replaced: string[] = [];
  page.on('console', (message) => void (message.type() === 'info' && replaced.push(message.text())));
  await page.goto('/about/us');
  asked.length = 0;
  await page.goBack();
  const kept = await links.elementHandles();
  expect(kept).toHaveLength(7);
  await expect.poll(() => asked).toContain('/api/circles');
  await page.waitForLoadState('networkidle');
  for (const card of kept) expect(await card.evaluate((element) => element.isConnected)).toBe(true);
  expect(await page.evaluate('moved')).toEqual([]);
  expect(replaced).toEqual([]);
  await page.getByRole('button', { name: /^en / }).click();
  await page.getByRole('heading', { name: 'Newest circles' }).waitFor();
  assertNoProblems();
});

it('comes to members with nothing of anybody, keeps every element, and asks once', async () => {
  const person = await newPerson(site.browser, site.origin);
  const { page, context, assertNoProblems } = person;
  await signIn(person);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  let html = '';
  page.on('response', async (response) => {
    if (response.request().isNavigationRequest()) html = await response.text();
  });
  await page.goto('/dashboard', { waitUntil: 'commit' });
  const heading = await page.locator('main h1').elementHandle();
  await page.getByRole('heading', { name: 'Welcome back, Robin Vale!' }).waitFor();
  await page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
  expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
  expect(html).toContain('Welcome!</h1>');
  expect(html).not.toContain('Robin');
  expect(asked.filter((path) => ['/api/user', '/api/home'].includes(path))).toEqual([
    '/api/user',
    '/api/home',
  ]);
  // Parts with a name render as a skeleton.
  const named = [
    ['/groups', '/api/circles?limit=1'],
    ['/panda', '/api/pandas?limit=1'],
  ] as const;
  for (const [path, call] of smokeCases(named, ([one]) => one === '/panda')) {
    const [{ id, name }] = await (await context.request.get(call)).json();
    await page.goto(`${path}/${id}`, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1, name }).waitFor();
    const [rendered] = /<main .*<\/main>/s.exec(html) ?? [];
    expect(rendered, path).toContain('role="status"');
    expect(rendered, path).not.toContain(name);
  }
  asked.length = 0;
  await page.goto('/browse');
  await page.locator('main article').first().waitFor();
  expect(asked.filter((path) => path.startsWith('/api/users'))).toEqual(['/api/users']);

  // The landing page shows the member's view from the first paint.
  await noteShifts(page);
  await page.goto('/', { waitUntil: 'commit' });
  const action = await page
    .locator('main a[href="/groups"]')
    .filter({ visible: true })
    .first()
    .elementHandle();
  await page.getByRole('heading', { name: 'Good to see you, Robin Vale!' }).waitFor();
  expect(await action?.evaluate((element) => element.isConnected)).toBe(true);
  expect(await page.locator('main a[href="/vibe-quiz"]').count()).toBe(0);
  expect(await page.evaluate('moved')).toEqual([]);

  // An ended session redirects, and nothing of the page stays.
  await context.addCookies([{ name: 'sid', value: 'ended', url: site.origin }]);
  await page.goto('/dashboard');
  await page.waitForURL('**/auth?next=%2Fdashboard');
  assertNoProblems();
});

it('does what is pressed in the frame of a member before its code has come', async () => {
  const early = [
    [375, 'Menu', (page: Page) => page.getByRole('dialog').waitFor()],
    [1280, 'es –', (page: Page) => page.getByRole('heading', { name: '¡Hola de nuevo' }).waitFor()],
  ] as const;
  for (const [width, press, done] of smokeCases(early, ([one]) => one === 375)) {
    const person = await newPerson(site.browser, site.origin, { viewport: { width, height: 800 } });
    const { page } = person;
    await signIn(person);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/shell\/.*\bframe\b.*\.js/, (route) => released.then(() => route.continue()));
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await page.getByRole('banner').getByRole('button', { name: press }).click();
    await page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
    // Nothing is mounted yet.
    expect(await page.getByRole('dialog').count()).toBe(0);
    release();
    await done(page);
    person.assertNoProblems();
  }
});

/** Holds back the code of a remote until it is released. */
async function holdRemote({ context }: Person, name: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route(`**/remotes/${name}/**`, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

/** Signs in on the rendered page, whose remote's code is held back until released. */
async function signInEarly(person: Person) {
  const { page } = person;
  const release = await holdRemote(person, 'mf-auth');
  await page.goto('/auth', { waitUntil: 'commit' });
  const heading = await page.getByRole('heading', { level: 1 }).elementHandle();
  const form = page.getByRole('form', { name: 'Login' });
  await form.getByLabel('Username or email').fill(demoMember.username);
  await form.locator('input[type=password]').fill(demoMember.password);
  await form.getByRole('button', { name: 'Sign In' }).click();
  return { heading, release };
}

it('keeps what is typed and pressed before the remote has come, and every element', async () => {
  const person = await newPerson(site.browser, site.origin);
  const { page, context, assertNoProblems } = person;
  const { heading, release } = await signInEarly(person);
  expect(new URL(page.url()).search).toBe('');
  expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
  await context.route('**/api/login', async (route) => {
    expect(await heading?.evaluate((element) => element.isConnected)).toBe(true);
    await route.continue();
  });
  // Before the page gives up on the remote.
  release();
  await page.waitForURL('**/dashboard');
  assertNoProblems();
});

it('keeps every key and the caret in a search that is typed into while its remote comes', async () => {
  const person = await newPerson(site.browser, site.origin);
  const { page } = person;
  const release = await holdRemote(person, 'mf-community');
  await page.goto('/groups', { waitUntil: 'commit' });
  const field = page.getByRole('searchbox').first();
  await field.pressSequentially('ac');
  await page.keyboard.press('ArrowLeft');
  release();
  const keys = 'b'.repeat(30);
  await page.keyboard.type(keys, { delay: 25 });
  await page.waitForURL(`**/groups?q=a${keys}c`);
  expect(await field.inputValue()).toBe(`a${keys}c`);
  person.assertNoProblems();
});

it.runIf(isLongRun)('keeps it on a translated page, too, whose elements React replaces', async () => {
  const person = await newPerson(site.browser, site.origin);
  await person.context.addInitScript<'replace' | 'wrap'>(translatePage, 'replace');
  const { release } = await signInEarly(person);
  let focused: string | null | undefined;
  await person.context.route('**/api/login', async (route) => {
    focused = await person.page.evaluate(() => document.activeElement?.textContent);
    await route.continue();
  });
  release();
  await person.page.waitForURL('**/dashboard');
  expect(focused).toBe('Sign In');
  expect(await person.page.locator('font').count()).toBeGreaterThan(0);
  person.assertNoProblems();
});

/** Records the layout shifts of a page as `moved`: their sizes, and what moved. */
const noteShifts = (page: Page) =>
  page.addInitScript({
    content: `globalThis.moved = [];
      const place = ({ x, y, width, height }) => [x, y, width, height].join(' ');
      const nameOf = ({ node, previousRect, currentRect }) =>
        [node?.nodeName, node?.textContent.slice(0, 40), place(previousRect), 'to', place(currentRect)].join(' ');
      new PerformanceObserver((list) =>
        list.getEntries().forEach(({ value, sources }) => moved.push([value, ...sources.map(nameOf)])),
      ).observe({ type: 'layout-shift' });`,
  });

const lacking: [feature: string, how: (page: Page) => Promise<unknown>][] = [
  // Blocks two files. The frame needs the first, and hydrates after the page: the form's response must arrive without scripts, which would hydrate
  // the page before they fail. The site's entry needs the second.
  ...['Intl.DisplayNames', 'Object.fromEntries'].map((feature): (typeof lacking)[number] => [
    feature,
    (page) => page.addInitScript({ content: `delete ${feature};` }),
  ]),
  [
    'the language that its scripts are written in',
    (page) =>
      page.route('**/*', async (route) => {
        if (/\/shell\/.*\/main\..*\.js/.test(route.request().url()))
          return route.fulfill({ contentType: 'text/javascript', body: 'const new = syntax;' });
        if (!route.request().isNavigationRequest() || route.request().method() !== 'GET')
          return route.continue();
        // A changed script must run here; another test checks that the policy refuses it.
        const answer = await route.fetch({ maxRedirects: 0 });
        const { 'content-security-policy': _, ...headers } = answer.headers();
        const body = (await answer.text()).replace(
          / integrity="[^"]*"|<meta http-equiv="content-security-policy"[^>]*>/gi,
          '',
        );
        return route.fulfill({ response: answer, headers, body });
      }),
  ],
];
it.each(smokeCases(lacking, ([feature]) => feature === 'Intl.DisplayNames'))(
  'can be read and used by a browser that lacks %s',
  async (_feature, withhold) => {
    const { page, expectProblem } = await newPerson(site.browser, site.origin);
    expectProblem(/./);
    await noteShifts(page);
    await withhold(page);
    for (const [path, heading] of [
      ['/groups', 'Fren Circles'],
      ['/auth', 'Welcome Back'],
    ] as const) {
      await page.goto(path);
      await page.getByRole('alert').filter({ hasText: 'This page didn’t load completely' }).waitFor();
      expect(await page.locator('main h1').textContent()).toBe(heading);
      // The notice overlays the page: in the flow it would shift it by a fifth.
      expect(await page.evaluate('moved.reduce((sum, [value]) => sum + value, 0)'), path).toBeLessThan(0.001);
    }
    await page.locator('[name=username]').first().fill(demoMember.username);
    await page.locator('[name=password]').first().fill('not-this-one');
    await page.getByRole('form', { name: 'Login' }).getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Invalid username or password').first().waitFor();
    // The response has no script to open the phone's menu.
    await page.setViewportSize({ width: 375, height: 700 });
    await page.getByRole('banner').getByRole('link', { name: 'Groups' }).click();
    await page.waitForURL('**/groups');
    expect(await page.locator('main h1').textContent()).toBe('Fren Circles');
    await page.goto('/groups?scripts=none&q=repair');
    await page.getByRole('main').getByRole('link', { name: 'Repair Café Crew' }).waitFor();
    expect(await page.getByText('Loading').filter({ visible: true }).count()).toBe(0);
    await page.goto('/auth?tab=register');
    await page.getByRole('alert').filter({ hasText: 'This page didn’t load completely' }).waitFor();
    const step = page.getByRole('form', { name: 'Sign Up' });
    await step.locator('[name=username]').fill(demoMember.username);
    for (const field of await step.locator('[type=password]').all()) await field.fill(demoMember.password);
    // The notice covers nothing that somebody is at.
    const notice = page.getByRole('alert').filter({ hasText: 'This page didn’t load completely' });
    expect(await isInView(notice)).toBe(false);
    await step.locator('[type=password]').last().blur();
    expect(await isInView(notice)).toBe(true);
    await step.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('status').filter({ hasText: 'Enter your password again' }).waitFor();
    expect(await step.locator('[name=username]:visible').inputValue()).toBe(demoMember.username);
    expect(await step.getByRole('button', { name: 'Create Account' }).isVisible()).toBe(true);
    expect(await step.getByRole('button', { name: 'Continue' }).isVisible()).toBe(false);
  },
);
