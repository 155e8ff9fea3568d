import { readdirSync, readFileSync } from 'node:fs';
import { contract, type Endpoint } from '@frens/contract';
import { parseKey } from '@frens/contract/endpoint';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiOf } from './open-api/open-api.ts';
import { resources } from './resources/index.ts';
import { contractGaps } from './testing/contract-gaps.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

/** These files name every call without testing it. */
const namesAll = new Set(['contract.test.ts', 'rate-limits/rate-limits.test.ts', 'query-plans.test.ts']);

let app: TestApp;
let tests = '';
beforeAll(async () => {
  app = await startTestApp();
  const here = import.meta.dirname;
  tests = readdirSync(here, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !namesAll.has(file))
    .map((file) => readFileSync(`${here}/${file}`, 'utf8'))
    .join('');
});
afterAll(() => app.close());

const calls: Record<string, Endpoint> = contract;
const handled = resources.flatMap(({ keys }) => keys);

describe('the contract, the handlers and the tests', () => {
  it('have no gaps', () => {
    expect(contractGaps({ calls, handled, tests })).toEqual([]);
  });

  it.each([
    ['a key without a handler', { calls: { ...calls, 'GET /api/moon': {} } }, 'GET /api/moon has no handler'],
    [
      'a handler without a key',
      { handled: [...handled, 'GET /api/moon'] },
      'GET /api/moon is not in the contract',
    ],
    ['two handlers of one key', { handled: [...handled, 'GET /api/user'] }, 'GET /api/user is handled twice'],
    [
      'a call that tests only speak of',
      {
        calls: { ...calls, 'GET /api/moon': {} },
        tests: `${tests}\n// As 'GET /api/moon'.\n/* 'GET /api/moon' */\nit('GET /api/moon', () => {});\n`,
      },
      'GET /api/moon is called by no test',
    ],
    [
      'a call without a test',
      { tests: tests.replaceAll('/api/wallet', '') },
      'GET /api/wallet is called by no test',
    ],
  ])('report %s', (_what, injected, told) => {
    expect(contractGaps({ calls, handled, tests, ...injected })).toContain(told);
  });
});

const named = { title: 'x', cookie: 'sid' };

describe('/api/openapi.json', () => {
  it('is a valid OpenAPI 3.1 document of every call', async () => {
    const response = await app.visitor().send('GET', '/api/openapi.json');
    expect(response.headers.get('Content-Encoding')).toBe('gzip');
    // One ETag for both encodings.
    expect(response.headers.get('ETag')).toMatch(/^W\//);
    const headers = { 'If-None-Match': response.headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' };
    expect((await app.visitor().send('GET', '/api/openapi.json', { headers })).status).toBe(304);
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json/);
    const document = (await response.json()) as ReturnType<typeof openApiOf>;
    expect(await new Validator().validate({ ...document })).toMatchObject({ valid: true });
    const shown = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(shown.sort()).toEqual(Object.keys(calls).sort());
    expect(document.paths['/api/circles']?.post?.requestBody?.content).toMatchObject({
      'application/json': { schema: { properties: { name: { type: 'string' } } } },
    });
  });

  it('describes files and redirects', async () => {
    const leading: Record<string, Endpoint> = { 'GET /api/there': { answer: { kind: 'redirect' } } };
    const document = openApiOf({ ...calls, ...leading }, named);
    expect(await new Validator().validate({ ...document })).toMatchObject({ valid: true });
    const success = (path: string, status: number) => document.paths[path]?.get?.responses[status];
    expect(success('/media/pandas/{file}', 200)).toHaveProperty(['content', 'image/svg+xml']);
    expect(success('/api/there', 303)).toHaveProperty('headers.Location');
  });

  it('fails validation when it is wrong', async () => {
    const broken = { ...openApiOf(calls, named), paths: { '/a': { get: { responses: 'none' } } } };
    expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
  });
});

describe('/api/docs', () => {
  it('shows every call with its own stylesheet and no script', async () => {
    const response = await app.visitor().send('GET', '/api/docs');
    const html = await response.text();
    expect(response.headers.get('Content-Security-Policy')).toContain("style-src 'self'");
    expect(html).not.toContain('<script');
    for (const key of Object.keys(calls))
      expect(html).toContain(`<code>${parseKey(key).path.replace(/:(\w+)/g, '{$1}')}</code>`);
    const styles = await app.visitor().send('GET', '/api/docs.css');
    expect(styles.headers.get('Content-Type')).toMatch(/^text\/css/);
  });
});
