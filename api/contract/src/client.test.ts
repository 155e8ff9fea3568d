import { describe, expect, expectTypeOf, it } from 'vitest';
import { createClient, type Page } from './client.ts';
import { apiContract, contractHeader } from './contract-number.ts';
import { ApiError } from './errors.ts';
import type { Circle, ListedUser } from './index.ts';

interface Sent {
  url: string;
  init: RequestInit;
}

/** A client whose network answers one prepared response and keeps what was sent. */
function clientAnswering(response: Response | Error) {
  const sent: Sent[] = [];
  const client = createClient({
    baseUrl: 'https://frens.test',
    language: () => 'es',
    fetch: async (input, init = {}) => {
      sent.push({ url: String(input), init });
      if (response instanceof Error) throw response;
      return response;
    },
  });
  return { client, sent };
}

function json(body: unknown, init: ResponseInit = {}): Response {
  return new Response(JSON.stringify(body), {
    ...init,
    headers: { 'Content-Type': 'application/json', ...init.headers },
  });
}

async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError; // True by the line above.
}

describe('createClient', () => {
  it('tells of every answer, failures too, and of none that did not come', async () => {
    const heard: number[] = [];
    const answers = [json({}), json({ code: 'not_found', message: '', requestId: '1' }, { status: 404 })];
    const client = createClient({
      fetch: async () => answers.shift() ?? Promise.reject(new TypeError('Failed to fetch')),
      onAnswer: ({ status }) => void heard.push(status),
    });
    await client.call('GET /api/user');
    await failure(client.call('GET /api/user'));
    await failure(client.call('GET /api/user'));
    expect(heard).toEqual([200, 404]);
  });

  it('fills the path, sends body, language, credentials and idempotency key', async () => {
    const { client, sent } = clientAnswering(json({ id: 'c 1' }));
    const circle = await client.call('POST /api/circles/:id/join', {
      params: { id: 'c/1' },
      body: {},
      idempotencyKey: 'key-1',
    });
    expectTypeOf(circle).toEqualTypeOf<Circle>();
    expect(circle).toEqual({ id: 'c 1' });
    expect(sent[0]?.url).toBe('https://frens.test/api/circles/c%2F1/join');
    expect(sent[0]?.init).toMatchObject({
      method: 'POST',
      credentials: 'same-origin',
      body: '{}',
      headers: {
        'Accept-Language': 'es',
        'Content-Type': 'application/json',
        'Idempotency-Key': 'key-1',
        [contractHeader]: String(apiContract.number),
      },
    });
  });

  it('sends no content type without a body and leaves empty filters out of the address', async () => {
    const { client, sent } = clientAnswering(json([]));
    await client.call('GET /api/users', { query: { q: '', gender: 'female', ageBand: '46+' } });
    expect(sent[0]?.url).toBe('https://frens.test/api/users?gender=female&ageBand=46%2B');
    expect(sent[0]?.init.headers).not.toHaveProperty('Content-Type');
  });

  it('returns a page with the cursor that the Link header names', async () => {
    const { client } = clientAnswering(
      json([], { headers: { Link: '</api/users?limit=2&cursor=a%2Bb>; rel="next"' } }),
    );
    const page = await client.page('GET /api/users', { query: { limit: 2 } });
    expectTypeOf(page).toEqualTypeOf<Page<ListedUser>>();
    expect(page).toEqual({ items: [], nextCursor: 'a+b' });
  });

  it('returns no cursor on the last page', async () => {
    const { client } = clientAnswering(json([]));
    expect((await client.page('GET /api/circles')).nextCursor).toBeNull();
  });

  it('answers nothing for 204', async () => {
    const { client } = clientAnswering(new Response(null, { status: 204 }));
    const answer = await client.call('DELETE /api/connections/:id', { params: { id: '1' } });
    expect(answer).toBeUndefined();
  });

  it('throws the error of the envelope, with its message after the status (D2)', async () => {
    const { client } = clientAnswering(
      json(
        { code: 'account_exists', message: 'In use.', fields: { username: 'Taken' }, requestId: 'r1' },
        { status: 409, headers: { 'Retry-After': '7' } },
      ),
    );
    const error = await failure(client.call('POST /api/login', { body: { username: 'a', password: 'b' } }));
    expect(error).toMatchObject({
      message: '409: In use.',
      serverMessage: 'In use.',
      status: 409,
      code: 'account_exists',
      fields: { username: 'Taken' },
      requestId: 'r1',
      retryAfter: 7,
    });
  });

  it('shows the text of an answer that is not ours, and the status text of one without text', async () => {
    const proxy = await failure(
      clientAnswering(new Response('Bad gateway at the proxy', { status: 502 })).client.call('GET /api/user'),
    );
    expect(proxy.message).toBe('502: Bad gateway at the proxy');
    expect(proxy.code).toBe('unknown');
    const empty = await failure(
      clientAnswering(new Response('', { status: 503, statusText: 'Service Unavailable' })).client.call(
        'GET /api/user',
      ),
    );
    expect(empty.message).toBe('503: Service Unavailable');
  });

  it('treats an error code it does not know as unknown', async () => {
    const { client } = clientAnswering(json({ code: 'of_a_newer_server', message: 'New.' }, { status: 400 }));
    expect((await failure(client.call('GET /api/user'))).code).toBe('unknown');
  });

  it('reports an unreachable server as status 0', async () => {
    const { client } = clientAnswering(new TypeError('Failed to fetch'));
    const error = await failure(client.call('GET /api/user'));
    expect(error).toMatchObject({ status: 0, code: 'network', message: '0: Failed to fetch' });
  });

  it('gives up on a connection that hangs, as on an unreachable server', async () => {
    const client = createClient({
      timeout: 20,
      fetch: (_input, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
        }),
    });
    const error = await failure(client.call('GET /api/user', { signal: new AbortController().signal }));
    expect(error).toMatchObject({ status: 0, code: 'network' });
  });

  it('passes an abort on as it is', async () => {
    const controller = new AbortController();
    controller.abort();
    const abort = new DOMException('Aborted', 'AbortError');
    const { client } = clientAnswering(abort);
    await expect(client.call('GET /api/user', { signal: controller.signal })).rejects.toBe(abort);
  });

  it('does not compile with a call, parameter or body that the contract does not have', () => {
    const { client } = clientAnswering(json({}));
    type Call = typeof client.call;
    // @ts-expect-error there is no such call
    expectTypeOf<Parameters<Call>[0]>().toEqualTypeOf<'GET /api/nothing'>();
    const wrong = [
      // @ts-expect-error the path needs an id
      () => client.call('POST /api/circles/:id/join', { body: {} }),
      // @ts-expect-error a password is required
      () => client.call('POST /api/login', { body: { username: 'a' } }),
      // @ts-expect-error this call answers no list
      () => client.page('GET /api/user'),
    ];
    expect(wrong).toHaveLength(3);
  });
});
