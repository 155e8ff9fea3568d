import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOne } from './database/batch-loader.ts';
import { openDatabase } from './database/database.ts';
import { idFrom } from './database/ids.ts';
import { createModels } from './resources/models.ts';
import { monitored } from './testing/record-commands.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';
import { startTestDatabase, type TestDatabase } from './testing/test-database.ts';
import { continueTrace, runInTrace } from './trace.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callers = '00f067aa0ba902b7';

describe('continueTrace', () => {
  it('continues the caller’s trace with a new span', () => {
    const trace = continueTrace(`00-${traceId}-${callers}-01`);
    expect(trace).toEqual({
      traceId,
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
      flags: '01',
    });
    expect(trace.spanId).not.toBe(callers);
    // Later versions may append fields.
    expect(continueTrace(`cc-${traceId}-${callers}-00-more`).traceId).toBe(traceId);
  });

  it.each([
    '',
    'none',
    `00-${traceId}-${callers}`,
    `00-${traceId}-${callers}-01-more`,
    `ff-${traceId}-${callers}-01`,
    `00-${'0'.repeat(32)}-${callers}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${callers}-01`,
    `00-${traceId}-${callers}-01\n{"level":60}`,
  ])('begins a new trace instead of %j', (header) => {
    const trace = continueTrace(header);
    expect(trace.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(trace).not.toMatchObject({ traceId });
    expect(trace.flags).toBe('00');
  });
});

describe('a request in a trace', () => {
  let database: TestDatabase;
  let app: TestApp;
  let comments: Array<{ name: string; comment: unknown }> = [];

  beforeAll(async () => {
    database = await startTestDatabase();
    const db = await openDatabase(monitored(database.uri), createModels);
    db.connection
      .getClient()
      .on(
        'commandStarted',
        ({ commandName, command }: { commandName: string; command: { comment?: unknown } }) =>
          comments.push({ name: commandName, comment: command.comment }),
      );
    app = await startTestApp({}, { db, uri: database.uri, close: () => db.close() });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const traced = (id: string) => ({ traceparent: `00-${id}-${callers}-01` });

  it('is named in the log and in the comments of its commands', async () => {
    const member = await app.member();
    comments = [];
    const changed = await member.send('PATCH', `/api/users/${member.id}`, {
      body: { bio: 'traced' },
      headers: traced(traceId),
    });
    expect(changed.status).toBe(200);
    const line = app.logged.find(({ requestId }) => requestId === changed.headers.get('X-Request-Id'));
    expect(line).toMatchObject({ trace_id: traceId, trace_flags: '01' });
    const comment = `00-${traceId}-${String(line?.span_id)}-01`;
    const named = new Set(comments.filter((one) => one.comment === comment).map(({ name }) => name));
    expect([...named]).toEqual(expect.arrayContaining(['find', 'findAndModify']));
  });

  it('names all its requests in a shared command', async () => {
    const { id } = await app.member();
    const { User } = app.services.db.models;
    comments = [];
    const traces = ['a', 'b', 'c'].map((digit) => continueTrace(`00-${digit.repeat(32)}-${callers}-01`));
    // In one tick, like requests to a busy process.
    await Promise.all(traces.map((trace) => runInTrace(trace, () => readOne(User, idFrom(id)))));
    const named = traces.map(({ traceId: one, spanId, flags }) => `00-${one}-${spanId}-${flags}`);
    expect(comments.filter(({ name }) => name === 'find')).toEqual([
      { name: 'find', comment: named.join(' ') },
    ]);
  });

  it('starts without a header, and every log line has it', async () => {
    const visitor = app.visitor();
    const { headers } = await visitor.send('GET', '/api/user');
    const line = app.logged.find(({ requestId }) => requestId === headers.get('X-Request-Id'));
    expect(line?.trace_id).toMatch(/^[0-9a-f]{32}$/);
    expect(line?.trace_flags).toBe('00');
  });
});
