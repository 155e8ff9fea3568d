import { type Connection, Schema } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createModels } from '../resources/models.ts';
import { quizSubmission, registration } from '../testing/factories.ts';
import { startTestApp, type TestApp, type TestMember } from '../testing/test-app.ts';
import type { ModelOf } from './any-model.ts';
import { DatabaseError, openDatabase } from './database.ts';
import { idFrom, newId } from './ids.ts';
import {
  declareMemberData,
  erasingUpdate,
  exportedDocument,
  type MemberKeys,
  memberDataOf,
  type Trace,
} from './member-data.ts';

interface Whatever {
  _id: unknown;
  [field: string]: unknown;
}

let app: TestApp;
let member: TestMember;
let keys: MemberKeys;

/** A member with every kind of data that members leave behind. */
beforeAll(async () => {
  app = await startTestApp();
  member = await app.member();
  const other = await app.member();
  const { pandaId } = await member.call('POST /api/vibe-quiz', { body: quizSubmission() });
  const others = await other.call('POST /api/vibe-quiz', { body: quizSubmission() });
  for (const [backer, panda] of [
    [member, others.pandaId],
    [other, pandaId],
  ] as const)
    await backer.call('POST /api/stake-bamboo', { body: { pandaId: panda ?? '', amount: '5' } });
  await app.befriend(member, other);
  await member.call('POST /api/connections', { body: { friendId: (await app.member()).id, note: 'Hi' } });
  await member.call('POST /api/circles', { body: { name: 'Bread', circleType: 'open' } });
  await app.visitor().send('POST', '/api/register', { body: registration({ email: member.user.email }) });
  await app.visitor().call('POST /api/auth/magic-link', { body: { email: member.user.email } });
  keys = { id: idFrom(member.id), emailKey: member.user.email, pandaId: idFrom(pandaId ?? '') };
});
afterAll(() => app.close());

/** Every model with its traces; none for models without personal data. */
function models() {
  return Object.values(app.services.db.models).map((model) => {
    const declared = memberDataOf(model.schema);
    // Safe: a model's traces are declared for its own documents.
    const traces = (declared && 'traces' in declared ? declared.traces : []) as unknown as Trace<Whatever>[];
    return { model: model as unknown as ModelOf<Whatever>, declared, traces };
  });
}

describe('declarations of personal data (D46)', () => {
  it('find every document that names the member', async () => {
    const forgotten: string[] = [];
    for (const { model, declared, traces } of models()) {
      if (!declared || 'none' in declared) continue;
      const docs = await model.find().lean<Whatever[]>();
      const found = await Promise.all(traces.map(({ find }) => model.find(find(keys)).lean<Whatever[]>()));
      const ids = new Set(found.flat().map(({ _id }) => String(_id)));
      const naming = docs.filter((doc) => JSON.stringify(doc).match(`${member.id}|${member.user.email}`));
      for (const { _id } of naming)
        if (!ids.has(String(_id))) forgotten.push(`${model.modelName} ${String(_id)}`);
    }
    expect(forgotten).toEqual([]);
  });

  it('allow models without personal data only with a TTL or a parent document', () => {
    const lasting = models()
      .filter(({ declared }) => declared && 'none' in declared)
      .filter(({ model }) => !model.schema.indexes().some(([, options]) => 'expireAfterSeconds' in options))
      .map(({ model }) => model.modelName);
    // A keyed hash, and its key.
    expect(lasting).toEqual(['MailStop', 'CircleEntry', 'SiteKey']);
  });

  it('are found through an index', async () => {
    for (const { model, traces } of models()) {
      for (const { find } of traces) {
        const plan = JSON.stringify(await model.find(find(keys)).explain('queryPlanner'));
        expect(plan, model.modelName).not.toContain('COLLSCAN');
        expect(plan, model.modelName).toContain('SCAN');
      }
    }
  });

  it('export each kind under one name, and hide what the product hides', async () => {
    const names = models().flatMap(({ traces }) => traces.flatMap(({ exported }) => exported?.as ?? []));
    expect(new Set(names).size).toBe(names.length);
    const reader = { memberId: keys.id, emailKey: keys.emailKey, now: app.clock.now() };
    const shown: Record<string, unknown[]> = {};
    for (const { model, traces } of models())
      for (const { find, exported } of traces)
        if (exported)
          shown[exported.as] = (await model.find(find(keys)).lean<Whatever[]>()).map((doc) =>
            exportedDocument(exported.fields, doc, reader),
          );
    expect(shown.profile).toMatchObject([{ username: member.user.username, email: member.user.email }]);
    expect(shown.stakes).toMatchObject([{ amount: 500 }]);
    expect(shown.connectionsAsked).toMatchObject([{ status: 'accepted' }, { status: 'pending', note: 'Hi' }]);
    expect(shown.ownCircles).toMatchObject([{ name: 'Bread' }]);
    expect(shown.ledger).toHaveLength(3);
    expect(JSON.stringify(shown)).not.toMatch(/passwordHash|\$argon2|\$scrypt|scrypt:/);
  });

  it('replace ids everywhere in kept documents, and unset fields', () => {
    const [id, pandaId, random] = [newId(), newId(), newId()];
    const legs = [{ account: `wallet:${String(id)}`, amount: 1 }, { account: `pool:${String(pandaId)}` }];
    const doc = { memberId: id, legs, key: 'k', at: new Date(0) };
    const update = erasingUpdate({ set: { key: undefined }, replaceIdIn: ['memberId', 'legs', 'at'] }, doc, [
      [id, random],
      [pandaId, random],
    ]);
    const account = (kind: string) => `${kind}:${String(random)}`;
    expect(update).toEqual({
      $set: {
        memberId: random,
        legs: [{ account: account('wallet'), amount: 1 }, { account: account('pool') }],
        at: doc.at,
      },
      $unset: { key: 1 },
    });
  });
});

describe('a model without a declaration', () => {
  it('is refused at startup', async () => {
    const withDiary = (connection: Connection) => ({
      ...createModels(connection),
      Diary: connection.model('Diary', new Schema({ memberId: Schema.Types.ObjectId, text: String })),
    });
    const error: unknown = await openDatabase(app.databaseUri, withDiary).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DatabaseError);
    expect(String(error)).toContain('Diary');
  });

  it('is refused when a field is missing', () => {
    const schema = new Schema<{ memberId: string; text: string }>({ memberId: String, text: String });
    const declare = () =>
      declareMemberData(schema, {
        traces: [{ find: ({ id }) => ({ memberId: String(id) }), exported: null, erase: 'delete' }],
        withheld: { memberId: 'the member' },
      });
    expect(declare).toThrow('text');
  });
});
