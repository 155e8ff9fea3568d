import { expect, it } from 'vitest';
import { callsIn } from './built-calls.ts';

it('reads which calls built code makes, however it is written there', () => {
  const code = `
    a.call("GET /api/user"),a.call('POST /api/circles/:id/join',{params:{id:t}}),
    n=\`PATCH /api/user\`,b.call("GET /api/user")`;
  expect(callsIn(code)).toEqual(['GET /api/user', 'PATCH /api/user', 'POST /api/circles/:id/join']);
});

it('leaves out what is no call: addresses, words, calls of others', () => {
  expect(callsIn(`fetch("/api/user"),"GET","GET /groups",say("POST /api/user fails often")`)).toEqual([]);
});
