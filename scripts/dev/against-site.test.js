import { createServer, request as send } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { againstSite, readSite } from './against-site.js';

const servers = [];
/** Requests to the site, with cookie, origin and body. */
let asked = [];
let site;

async function listen(answer) {
  const server = createServer(answer);
  servers.push(server);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new URL(`http://127.0.0.1:${server.address().port}`);
}

beforeEach(async () => {
  asked = [];
  site = await listen(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { origin, cookie = '', 'x-api-contract': contract = '', authorization = '' } = request.headers;
    asked.push({ call: `${request.method} ${request.url}`, origin, cookie, contract, authorization, body });
    if (request.url === '/api/login' && body.includes('wrong'))
      return response.writeHead(401, { 'Content-Type': 'application/json' }).end();
    if (request.url !== '/api/user')
      response.setHeader('Set-Cookie', '__Host-sid=secret; Path=/; Secure; HttpOnly');
    response.setHeader('X-Composition', 'a1b2');
    response.writeHead(request.url === '/api/user' ? 200 : 201, { 'Content-Type': 'application/json' });
    response.end('{"name":"Maya"}');
  });
});
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** The development server, which serves its own pages. */
async function develop(member = null) {
  const { middleware } = await againstSite(site, member);
  if (!member) asked = [];
  return listen((request, response) => middleware(request, response, () => response.end('own page')));
}

it('hands calls on as a page of the site would make them, and nothing else', async () => {
  const own = await develop();
  const answer = await fetch(new URL('/api/circles?page=2', own), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Api-Contract': '1',
      Authorization: 'Bearer mine',
      Cookie: 'other=1',
    },
    body: '{"name":"One"}',
  });
  expect([answer.status, await answer.json()]).toEqual([201, { name: 'Maya' }]);
  expect(answer.headers.get('x-composition')).toBe('a1b2');
  expect(answer.headers.getSetCookie(), 'the session stays with the server').toEqual([]);
  expect(asked).toEqual([
    {
      call: 'POST /api/circles?page=2',
      origin: site.origin,
      cookie: '',
      contract: '1',
      authorization: '',
      body: '{"name":"One"}',
    },
  ]);
  expect(await (await fetch(new URL('/vibe-quiz', own))).text()).toBe('own page');
  expect(asked).toHaveLength(1);
});

it('signs a member in, whose session the browser never sees', async () => {
  const own = await develop({ username: 'demo', password: 'bamboo-grove' });
  const answer = await fetch(new URL('/api/user', own));
  expect(await answer.json()).toEqual({ name: 'Maya' });
  expect(asked.map(({ call, cookie }) => [call, cookie])).toEqual([
    ['POST /api/login', ''],
    ['GET /api/user', '__Host-sid=secret'],
  ]);
});

it.each([
  ['a page of another site', { Origin: 'https://elsewhere.example' }],
  ['another site, without a word of it', { 'Sec-Fetch-Site': 'cross-site' }],
  ['another port of this machine', { Origin: 'http://localhost:9', 'Sec-Fetch-Site': 'same-site' }],
  ['a name that was made to lead here', { Host: 'elsewhere.example' }],
])('hands nothing on for %s', async (_case, headers) => {
  const own = await develop({ username: 'demo', password: 'bamboo-grove' });
  const status = await new Promise((resolve, reject) => {
    const call = send(new URL('/api/user', own), { method: 'POST', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    call.on('error', reject).end();
  });
  expect(status).toBe(403);
  expect(asked.map(({ call }) => call)).toEqual(['POST /api/login']);
});

it('says at once that the site does not let somebody in, does not answer, or is another kind of site', async () => {
  await expect(againstSite(site, { username: 'demo', password: 'wrong' })).rejects.toThrow(
    'does not let demo in (401)',
  );
  const nobody = await listen(() => {});
  await new Promise((resolve) => servers.pop().close(resolve));
  for (const member of [null, { username: 'demo', password: 'bamboo-grove' }])
    await expect(againstSite(nobody, member)).rejects.toThrow(
      `${nobody.origin} does not answer: ECONNREFUSED.`,
    );
  const other = await listen((_request, response) => response.end('<h1>It works!</h1>'));
  await expect(againstSite(other, null)).rejects.toThrow('answers, but not as a site of these remotes does');
});

it('says so when a site that answered does not any more', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const own = await develop();
  const gone = servers.shift();
  gone.closeAllConnections();
  await new Promise((resolve) => gone.close(resolve));
  expect((await fetch(new URL('/api/user', own))).status).toBe(502);
  expect(said).toHaveBeenCalledWith(expect.stringContaining('did not answer GET /api/user'));
});

it.each(['http://site.example', 'site.example', 'file:///etc', ''])(
  'is for sites over https alone: %s',
  (text) => {
    expect(() => readSite(text)).toThrow('--against https://site.example');
  },
);

it.each(['https://site.example', 'http://localhost:3000', 'http://127.0.0.1:3000'])('takes %s', (text) => {
  expect(readSite(text).href).toBe(`${text}/`);
});
