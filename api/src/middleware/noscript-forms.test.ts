import { createHash } from 'node:crypto';
import { generalLimits } from '@frens/contract/call-limits';
import { limits } from '@frens/contract/limits';
import type Koa from 'koa';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { serveApp } from '../testing/serve-app.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { startTestMail } from '../testing/test-mail.ts';

// Signing in and up as browsers without scripts do it.

let app: TestApp;
let served: Awaited<ReturnType<typeof serveApp>>;

const styles = '@media (scripting:none){.menu{display:flex}}';
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');
const page = `<head><style>${styles}</style><link rel="preload" as="script" href="/shell/1/main.js"><script>start()</script>
<script defer src="/shell/1/main.js"></script></head><body><form><input name="username" value=""/><input name="password" type="password" value=""/></form>
<form id="link"><input name="email" value=""/></form>
<form id="forgot"><input type="hidden" name="purpose" value="reset"/><input name="email" value=""/></form>
<noscript><form id="join"><label for="u">Name</label><input id="u" aria-describedby="u-hint" name="username" value=""/><input name="email" value=""/><input name="password" value=""/><input name="name" value=""/>
<input name="age" value="18"/><input type="radio" name="connectionType" value="new_frens"/><input type="radio" name="connectionType" checked="" value="all"/>
<label for="g">Gender</label><select name="gender" id="g"><option value="" selected="">Choose</option><option value="female">Woman</option></select>
<select name="lookingFor"><option value="" selected="">Choose</option><option value="everyone">All</option></select></form></noscript>
<noscript data-answer="alert"><div hidden=""><p class="red">…</p></div></noscript><noscript data-answer="field"><div hidden=""><i>…</i></div></noscript>
<noscript data-filled="named"><div hidden=""><p>… invites. Meet …</p></div></noscript><noscript data-filled="open"><div hidden=""><p>Open</p></div></noscript><noscript data-filled="over"><div hidden=""><p>Over</p></div></noscript>
<noscript data-answer="whole"><div hidden=""><p class="rest">The rest, please.</p></div></noscript></body>`;
/** Addresses whose page was sent. */
const sent: string[] = [];
const site: Koa.Middleware = async (ctx, next) => {
  if (ctx.path.startsWith('/api/')) return next();
  sent.push(ctx.url);
  ctx.set('ETag', '"page"');
  ctx.set('Content-Security-Policy', `style-src 'sha256-${hashOf(styles)}'`);
  ctx.type = 'html';
  ctx.body = Buffer.from(page);
};

beforeAll(async () => {
  app = await startTestApp();
  await app.register({ username: 'maya', email: 'maya@frens.example', password: 'seven warm stones' });
  served = await serveApp({ ...app.services, site });
});
afterAll(async () => {
  await served.close();
  await app.close();
});

const send = (
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  address = '/auth',
  to = served,
) =>
  fetch(to.url + address, {
    method: 'POST',
    redirect: 'manual',
    headers: { Accept: 'text/html', 'Sec-Fetch-Site': 'same-origin', Origin: 'null', ...headers },
    body: new URLSearchParams(fields),
  });
const right = { username: 'maya', password: 'seven warm stones' };

it('signs in and redirects to the requested page of this site, of a list to its form without scripts', async () => {
  const answer = await send(right);
  const circles = '/groups?scripts=none';
  expect([answer.status, answer.headers.get('location')]).toEqual([303, circles]);
  expect(answer.headers.get('set-cookie')).toMatch(/sid=.*httponly/i);
  for (const [next, target] of [
    ['//evil.example', circles],
    ['/api/users/me/export', circles],
    ['/dashboard?tab=news#new', '/dashboard?tab=news#new'],
    ['/panda?q=moss#top', '/panda?q=moss&scripts=none#top'],
  ] as const)
    expect(
      (await send(right, {}, `/v2/auth?next=${encodeURIComponent(next)}`)).headers.get('location'),
      next,
    ).toBe(target);
  const inSpanish = await send(right, {}, '/auth?lang=es');
  expect(inSpanish.headers.get('location')).toBe(`${circles}&lang=es`);
  // The language just used, not the one of the way there.
  const switched = await send(right, {}, '/auth?next=%2Fgroups%3Flang%3Den%26q%3Da&lang=es');
  expect(switched.headers.get('location')).toBe('/groups?lang=es&q=a&scripts=none');
});

it('signs out, even without a session', async () => {
  const cookie = (await send(right)).headers.get('set-cookie')?.split(';')[0] ?? '';
  for (const _ of ['signed in', 'signed out']) {
    const left = await send({ signOut: '' }, { Cookie: cookie });
    expect([left.status, left.headers.get('location')]).toEqual([303, '/']);
    expect(left.headers.get('set-cookie')).toMatch(/sid=;/);
  }
  const user = await fetch(`${served.url}/api/user`, { headers: { Cookie: cookie } });
  expect(user.status).toBe(401);
});

it('renders a refusal into the page, with the typed values but no password', async () => {
  const answer = await send(
    { username: '"><script>', password: 'wrong-secret' },
    { 'Accept-Language': 'es' },
  );
  const html = await answer.text();
  expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual([
    401,
    'no-store',
    null,
  ]);
  expect(answer.headers.get('content-type')).toContain('text/html');
  // Scripts would re-render the page without the message.
  expect(html).toMatch(/<\/style>\s*<\/head><body><p tabindex="-1" autofocus class="red">[^<…]+<\/p><form>/);
  expect(html).toContain('name="username" value="&#34;&#62;&#60;script&#62;"');
  expect(html).not.toContain('wrong-secret');
  expect(answer.headers.get('set-cookie')).toBeNull();
});

it('shows what browsers without scripts show, also where scripts were lost', async () => {
  const answer = await send({ ...right, password: 'wrong-secret' });
  const html = await answer.text();
  expect(html).not.toContain('noscript');
  expect(html).toContain('<span><form id="join">');
  const applied = '@media all{.menu{display:flex}}';
  expect(html).toContain(`<style>${applied}</style>`);
  expect(answer.headers.get('content-security-policy')).toBe(`style-src 'sha256-${hashOf(applied)}'`);
});

it('answers the first step of signing up with the whole form, and signs nobody in', async () => {
  const step = { ...right, email: 'maya@frens.example', confirmPassword: right.password };
  const answer = await send(step, {}, '/auth?tab=register');
  const html = await answer.text();
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
  expect(sent.at(-1)).toBe('/auth?tab=register&scripts=none');
  expect(html).toMatch(
    /<p tabindex="-1" autofocus class="rest">The rest, please.<\/p><form id="join">[^]* name="username" value="maya"\/><input name="email" value="maya@frens.example"\/>[^]* checked="" value="all"/,
  );
  expect(html).not.toContain('stones');
  expect((await send({ ...right, email: 'maya@frens.example' })).status).toBe(400);
  const join = { vibe: 'creative', wish: 'friends', email: 'maya@frens.example' };
  expect(await (await send(join, {}, '/auth?tab=register')).text()).toMatch(
    /<span><form id="join">[^]* name="username" value=""\/><input name="email" value="maya@frens.example"\/>[^]* value="new_frens" checked=""\/>[^]* value="all"\/>/,
  );
  expect(await (await send({ ...join, wish: 'mentorship' }, {}, '/auth?tab=register')).text()).toContain(
    'value="all" checked=""/>',
  );
});

it('renders in the language and preview of its address', async () => {
  const wrong = { ...right, password: 'wrong-secret' };
  const [spanish, english] = await Promise.all(
    ['es', 'en'].map(async (language) => (await send(wrong, { 'Accept-Language': language })).text()),
  );
  expect(spanish).not.toBe(english);
  expect(await (await send(wrong, {}, '/auth?lang=es&compose=mf-auth%401')).text()).toBe(spanish);
  expect(sent.at(-1)).toBe('/auth?lang=es&compose=mf-auth%401&scripts=none');
});

it('counts as a page, and refuses beyond the limit', async () => {
  const config = { ...app.services.config, limitFactor: 0.01, trustedProxyHops: 1 };
  const strict = await serveApp({ ...app.services, config, site });
  const again = () =>
    send({ username: 'maya', password: 'x' }, { 'X-Forwarded-For': '6.6.6.6' }, '/auth', strict);
  sent.length = 0;
  const pages = generalLimits.pages.points / 100;
  for (let asked = 0; asked < pages; asked += 1) {
    const answer = await again();
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(await answer.text()).toContain('name="username" value="maya"');
  }
  const refused = await again();
  expect([refused.status, sent.length]).toEqual([429, pages]);
  expect(await refused.text()).toMatch(/http-equiv="refresh"/);
  await strict.close();
});

it('sends a link, within the call’s limits', async () => {
  const answer = await send({ email: 'noor@frens.example' });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain(
    '<p tabindex="-1" autofocus role="status"><strong>Check your email for a secure login link.</strong></p><form id="link"><input name="email" value="noor@frens.example"/>',
  );
  for (let more = 1; more < limits.magicLinks.per15Minutes; more += 1)
    await send({ email: 'noor@frens.example' });
  const late = await send({ email: 'noor@frens.example' });
  expect([late.status, Number(late.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(await late.text()).toMatch(/<p tabindex="-1" autofocus class="red">[^<…]+<\/p><form id="link">/);
});

it('sends a link for another password where that is asked for', async () => {
  const mail = await startTestMail(app);
  const answer = await send({ email: 'maya@frens.example', purpose: 'reset' }, {}, '/auth?tab=forgot');
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringMatching(
      /role="status"><strong>[^<]+<\/strong><\/p><form id="forgot">[^]*value="maya@frens/,
    ),
  ]);
  const body = { token: await mail.tokenTo('maya@frens.example', 'reset'), purpose: 'reset' } as const;
  expect(await app.visitor().call('POST /api/auth/link/check', { body })).toMatchObject({ isUsable: true });
  await mail.close();
});

const newcomer = {
  username: 'nadia',
  email: 'nadia@frens.example',
  password: 'seven warm stones',
  name: 'Nadia',
  age: '31',
  connectionType: 'new_frens',
  gender: 'female',
  lookingFor: 'everyone',
};

it('signs up, and returns invalid fields but no password', async () => {
  const typed = { ...newcomer, username: 'n', name: 'Nadia "N" <Ruiz>' };
  const unchosen = await (await send({ ...newcomer, gender: '' })).text();
  expect(unchosen).toMatch(
    /<label for="g">Gender<\/label><div id="g-error"><i>[^<…]+<\/i><\/div><select aria-invalid="true" aria-describedby="g-error" name="gender" id="g">/,
  );
  const refused = await send(typed);
  const html = await refused.text();
  expect(refused.status).toBe(400);
  expect(html).toMatch(
    /<p tabindex="-1" autofocus class="red">[^<…]+<\/p><form id="join"><label for="u">Name<\/label><div id="u-error"><i>[^<…]+<\/i><\/div><input id="u" aria-invalid="true" aria-describedby="u-error u-hint" name="username" value="n"/,
  );
  expect(html).toContain('name="name" value="Nadia &#34;N&#34; &#60;Ruiz&#62;"');
  expect(html).toContain('name="connectionType" value="new_frens" checked=""/>');
  expect(html).toContain('name="connectionType" value="all"/>');
  expect(html).toContain('<option value="female" selected="">');
  expect(html).not.toContain('stones');

  const joined = await send({ ...typed, username: 'nadia' });
  expect([joined.status, joined.headers.get('location')]).toEqual([303, '/groups?scripts=none#joined']);
  expect(joined.headers.get('set-cookie')).toMatch(/sid=.*httponly/i);
});

it('uses an invitation from the address, when signing up and by a link', async () => {
  const maya = await app.member();
  const { url } = await maya.call('POST /api/invite-link');
  const code = new URL(url).searchParams.get('invite') ?? '';
  const uses = async () => (await app.services.db.models.InviteLink.findById(code).orFail()).uses;
  const invited = { ...newcomer, username: 'ines', email: 'ines@frens.example' };
  expect((await send(invited, {}, `/auth?invite=${code}&scripts=none`)).status).toBe(303);
  expect(await uses()).toBe(1);

  const mail = await startTestMail(app);
  const email = 'rui@frens.example';
  expect((await send({ email }, {}, `/auth?invite=${code}&next=%2Fpanda`)).status).toBe(200);
  const body = { token: await mail.tokenTo(email) };
  expect(await app.visitor().call('POST /api/auth/verify', { body })).toMatchObject({ next: '/panda' });
  expect(await uses()).toBe(2);
  await mail.close();
});

it('refuses posts from another site, without an origin, or to another address', async () => {
  for (const headers of [
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'same-site', Origin: 'null' },
    { 'Sec-Fetch-Site': 'none', Origin: 'null' },
    { 'Sec-Fetch-Site': '', Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': '', Origin: '' },
  ])
    expect((await send(right, headers)).status, JSON.stringify(headers)).toBe(403);
  expect((await send(right, {}, '/api/login')).status).toBe(415);
  const refusals: [status: number, answer: Promise<Response>][] = [
    [403, send(right, { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' })],
    [405, send(right, {}, '/groups')],
    [400, send({ other: '1' })],
    [413, send({ ...right, next: 'x'.repeat(10_000) })],
  ];
  // A form's response is a page, not an error envelope.
  for (const [status, answer] of refusals) {
    const refused = await answer;
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([status, null]);
    expect(await refused.text()).toMatch(
      /^<!doctype html>[^]*<h1><a href="\/">Frens<\/a><\/h1>\n<p>[^<]+<\/p>\n$/,
    );
  }
});

const open = async (address: string, headers: Record<string, string> = {}, to = served) => {
  const answer = await fetch(to.url + address, {
    redirect: 'manual',
    headers: { Accept: 'text/html', ...headers },
  });
  return { answer, html: await answer.text() };
};

it('says who invites, of a private inviter and an ended invitation what the screen says, and lets no cache keep it', async () => {
  const host = await app.member({ name: 'Ana <b> Bosque' });
  const { url } = await host.call('POST /api/invite-link');
  const { pathname, search } = new URL(url);
  const greet = async (address: string) => {
    const { answer, html } = await open(address);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(html).not.toContain('data-filled');
    return Array.from(html.matchAll(/<span><p>(.*?)<\/p>/g), ([, words]) => words).join();
  };
  const address = `${pathname}${search}&tab=register&scripts=none`;
  const named = 'Ana &#60;b&#62; Bosque';
  expect(await greet(address)).toBe(`${named} invites. Meet ${named}`);
  expect(await greet(`/v2${address}`)).toContain(named);
  // So does the answer to a form, also where scripts were lost.
  for (const [status, form] of [
    [401, { username: 'nobody', password: 'wrong-secret' }],
    [200, { vibe: 'creative', wish: 'friends', email: 'maya@frens.example' }],
  ] as const) {
    const answer = await send(form, {}, pathname + search);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(`<span><p>${named} invites. Meet ${named}</p></span>`);
  }
  await host.call('PATCH /api/privacy-settings', { body: { profileVisibility: 'private' } });
  expect(await greet(address)).toBe('Open');
  expect(await greet('/auth?invite=AAAAAAAAAAAAAAAA&scripts=none')).toBe('Over');
  expect(await greet('/auth?invite=..%2Fuser&scripts=none')).toBe('Over');
  // The page that all share names nobody.
  expect((await open(pathname + search)).html).toContain('… invites');
});

it('sends the forms without a greeting where the invitation cannot be read', async () => {
  const read = vi.spyOn(app.services.db.models.InviteLink, 'findOne').mockImplementation(() => {
    throw new Error('unreadable');
  });
  const { answer, html } = await open('/auth?invite=AAAAAAAAAAAAAAAA&scripts=none');
  read.mockRestore();
  expect([answer.status, html.includes('name="username"'), html.includes('<p>Over</p>')]).toEqual([
    200,
    true,
    false,
  ]);
  // Their operators still learn of it.
  expect(app.logged).toContainEqual(
    expect.objectContaining({ err: expect.objectContaining({ message: 'unreadable' }) }),
  );
});

it('redirects a member without scripts to where the script would, uncached, but from pages that a mail or a lost password leads to', async () => {
  const Cookie = (await send(right)).headers.get('set-cookie')?.split(';')[0] ?? '';
  for (const [address, target] of [
    ['/auth?scripts=none', '/groups?scripts=none'],
    ['/v2/auth?tab=register&invite=abc&scripts=none', '/groups?scripts=none'],
    ['/auth?next=%2Fpanda%2Fp1%3Fa%3D1%23x&lang=es&scripts=none', '/panda/p1?a=1&lang=es#x'],
    ['/auth?next=%2F%2Fevil.example&scripts=none', '/groups?scripts=none'],
    ['/auth?scripts=none&next=%2Fpanda', '/panda?scripts=none'],
  ] as const) {
    const { answer } = await open(address, { Cookie });
    expect([answer.status, answer.headers.get('location')], address).toEqual([303, target]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  // With scripts a link may wait in the tab, which the server cannot know.
  for (const address of ['/auth', '/auth?next=%2Fpanda'])
    expect((await open(address, { Cookie })).answer.status, address).toBe(200);
  for (const address of ['/auth?tab=forgot', '/auth?token=abc', '/groups', '/auth/'])
    expect(
      (await open(`${address}${address.includes('?') ? '&' : '?'}scripts=none`, { Cookie })).answer.status,
      address,
    ).toBe(200);
  const form = '/auth?scripts=none';
  expect((await open(form, { Cookie: 'sid=ended' })).answer.status).toBe(200);
  expect((await open(form, { Cookie, Accept: 'application/json' })).answer.status).not.toBe(303);
  const developing = await serveApp({
    ...app.services,
    site,
    config: { ...app.services.config, devPages: true },
  });
  expect((await open(form, { Cookie }, developing)).answer.status).toBe(200);
  await developing.close();
});
