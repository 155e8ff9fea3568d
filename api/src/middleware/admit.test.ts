import type Koa from 'koa';
import { expect, it } from 'vitest';
import { type RequestContext, runForRequest } from '../request-context.ts';
import type { Admission } from './admission.ts';
import { createAdmit } from './admit.ts';

it('attributes a session’s requests to its member until the session has ended', async () => {
  const parties: string[] = [];
  const enter = (party: { key: string }) => {
    parties.push(party.key);
    return Promise.resolve({ waitedMs: 0, leave: () => {} });
  };
  const { admit } = createAdmit({ enter } as unknown as Admission, () => 'session');
  /** A page request; a null caller means that its session has ended. */
  const open = (caller: object | null) => {
    const ctx = { path: '/groups', method: 'GET', state: { network: '203.0.113.7' } };
    const next = () => Promise.resolve(Object.assign(ctx.state, { caller }));
    const context = { signal: new AbortController().signal } as RequestContext;
    return runForRequest(context, () => admit(ctx as unknown as Koa.Context, next));
  };
  const mira = { user: { _id: 'mira' } };
  for (const caller of [mira, null, null]) await open(caller);
  expect(parties).toEqual(['network 203.0.113.7', 'mira', 'network 203.0.113.7']);
});

it.each([
  ['POST', '/auth', 'sign-in'],
  ['POST', '/v2/auth', 'sign-in'],
  ['POST', '/api/login', 'sign-in'],
  ['POST', '/v2/authors', 'stranger'],
  ['GET', '/v2/auth', 'stranger'],
])('admits %s %s in the class %s', (method, path, expected) => {
  const classes: string[] = [];
  const refusalOf = (party: { class: string }) => {
    classes.push(party.class);
    return null;
  };
  const admission = { refusalOf } as unknown as Admission;
  const ctx = { path, method } as unknown as Koa.Context;
  createAdmit(admission, () => undefined).refusalOf(ctx, () => '203.0.113.7');
  expect(classes).toEqual([expected]);
});
