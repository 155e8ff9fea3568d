import { expect, it } from 'vitest';
import { callsIn } from './built-calls.ts';

it('finds calls in built code, in every notation', () => {
  const code = `
    a.call("GET /api/user"),a.call('POST /api/circles/:id/join',{params:{id:t}}),
    n=\`PATCH /api/user\`,b.call("GET /api/user")`;
  expect(callsIn(code)).toEqual(['GET /api/user', 'PATCH /api/user', 'POST /api/circles/:id/join']);
});

it('ignores other strings', () => {
  expect(callsIn(`fetch("/api/user"),"GET","GET /groups",say("POST /api/user fails often")`)).toEqual([]);
});
