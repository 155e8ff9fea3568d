import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fullProfile } from '@frens/contract/fixtures';
import { limits } from '@frens/contract/limits';
import { mongo, Schema } from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '../../clock.ts';
import { idFrom, newId, type ObjectId } from '../../database/ids.ts';
import { declareMemberData } from '../../database/member-data.ts';
import { serverLimits } from '../../limits.ts';
import { findDifferences } from '../../scripts/find-differences.ts';
import { quizSubmission, registration } from '../../testing/factories.ts';
import { declaredModels, fillModels } from '../../testing/fill-models.ts';
import { startTestApp, type TestApp, type TestMember } from '../../testing/test-app.ts';
import { startTestMail, type TestMail } from '../../testing/test-mail.ts';
import { eraseMember } from './erase-account.ts';
import { eraseTraces } from './erase-traces.ts';

let app: TestApp;
let mail: TestMail;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'erased-'));
  app = await startTestApp({ dataDir });
  mail = await startTestMail(app);
});
afterAll(async () => {
  await mail.close();
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const undoDays = limits.ending.undoDays * day;
const end = (member: TestMember) =>
  member.call('DELETE /api/account', { body: { confirm: member.user.username ?? '' } });
const models = () => app.services.db.models;

/** Ends accounts and lets the undo period pass. */
async function endForGood(...members: TestMember[]): Promise<void> {
  for (const member of members) await end(member);
  app.clock.advance(undoDays + 1);
}
/** Runs all due jobs. */
const work = () => mail.to('nobody');

async function withPanda(member: TestMember): Promise<string> {
  const { pandaId } = await member.call('POST /api/vibe-quiz', { body: quizSubmission() });
  return pandaId ?? '';
}
const stake = (member: TestMember, pandaId: string, amount: string) =>
  member.call('POST /api/stake-bamboo', { body: { pandaId, amount } });
const signIn = (member: TestMember, more: object = {}) =>
  member.call('POST /api/login', {
    body: { username: member.user.username ?? '', password: 'correct horse', ...more },
  });
const wallet = (member: TestMember) => member.call('GET /api/wallet');

/** Every document of the database and every file of the data folder, as text. */
async function everything(): Promise<Array<{ where: string; text: string }>> {
  const { db } = app.services.db.connection;
  const collections = (await db?.listCollections({}, { nameOnly: true }).toArray()) ?? [];
  const found: Array<{ where: string; text: string }> = [];
  for (const { name } of collections) {
    const documents = (await db?.collection(name).find().toArray()) ?? [];
    found.push(...documents.map((one) => ({ where: name, text: mongo.BSON.EJSON.stringify(one) })));
  }
  for (const file of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    const where = path.join(file.parentPath, file.name);
    const content = file.isFile() ? await readFile(where, 'latin1') : '';
    found.push({ where, text: `${where}\n${content}` });
  }
  return found;
}

/** Personal texts that occur nowhere else in the product or its data. */
const mark = 'Qwyxo';

describe('erasing a member (D46)', () => {
  it('leaves nothing but the ledger under a random id and a keyed hash, in any collection, file or queue', async () => {
    const details = { username: `${mark}.name`, email: `${mark}@mail.example` };
    const member = await app.member({ ...fullProfile(mark), ...details });
    await app.confirm(member);
    const [friend, asked] = await Promise.all([app.member(), app.member()]);
    const [pandaId, others] = [await withPanda(member), await withPanda(friend)];
    await stake(member, others, '5');
    await stake(member, pandaId, '3');
    await stake(friend, pandaId, '7');
    await app.befriend(member, friend);
    await member.call('POST /api/connections', { body: { friendId: asked.id, note: mark } });
    await member.call('POST /api/circles', { body: { name: `${mark} alone` } });
    const shared = await member.call('POST /api/circles', { body: { name: 'Shared' } });
    await friend.call('POST /api/circles/:id/join', { params: { id: shared.id }, body: {} });
    const gate = { name: 'Gate', circleType: 'stake_gated', gatePandaId: pandaId } as const;
    await friend.call('POST /api/circles', { body: gate });
    await member.call('PATCH /api/users/:id', {
      params: { id: member.id },
      body: { email: `${mark}@new.example` },
    });
    await app.visitor().call('POST /api/auth/magic-link', { body: { email: member.user.email } });
    await mail.to(member.user.email);

    const keys = {
      id: idFrom(member.id),
      emailKey: member.user.email.toLowerCase(),
      pandaId: idFrom(pandaId),
    };
    await fillModels(models(), keys, mark);
    const gone = [member.id, pandaId];
    const passedOn = new Set([shared.id]);
    for (const { model, traces } of declaredModels(models())) {
      for (const { find, erase } of traces) {
        const documents = await model.find(find(keys)).lean();
        expect(documents.length, `${model.modelName} is not filled`).toBeGreaterThan(0);
        const ids = documents.map(({ _id }) => String(_id));
        if (erase === 'delete') gone.push(...ids.filter((id) => !passedOn.has(id)));
      }
    }
    // Exists only during an erasure, and the filled one belongs to nobody.
    await models().Account.deleteMany({ formerly: { $exists: true } });
    const session = member.cookies.get('sid') ?? '';
    expect(gone.length).toBeGreaterThan(declaredModels(models()).length);

    await endForGood(member);
    await work();
    // Delete expired documents, like the TTL indexes do.
    await models().Idempotency.deleteMany({ createdAt: { $lt: new Date(app.clock.now().getTime() - day) } });
    const needles = [mark.toLowerCase(), session, ...gone.map((one) => one.toLowerCase())];
    const left = (await everything()).flatMap(({ where, text }) => {
      const found = needles.filter((needle) => needle !== '' && text.toLowerCase().includes(needle));
      return found.length > 0 ? [`${where}: ${found.join(', ')}`] : [];
    });
    expect(left).toEqual([]);
    expect(await models().HeldName.countDocuments()).toBe(1);
    expect(await findDifferences(app.services)).toEqual([]);
    // The ledger is complete, under one random id.
    const wallets = await models()
      .Account.find({ _id: /^wallet:/ })
      .lean();
    const users = new Set((await models().User.find().lean()).map(({ _id }) => `wallet:${String(_id)}`));
    const random = wallets.filter(({ _id }) => !users.has(_id));
    expect(random).toMatchObject([{ balance: 0 }]);
    const kinds = (await models().Posting.find({ 'legs.account': random[0]?._id }).lean()).map(
      ({ kind }) => kind,
    );
    expect(kinds.sort()).toEqual([
      'confirmed',
      'erase',
      'quiz',
      'return',
      'return',
      'stake',
      'stake',
      'welcome',
    ]);
    expect(await models().Circle.findById(shared.id).lean()).toMatchObject({ memberCount: 1 });
  });

  it('erases models added later, and fails when an erasure leaves what finds the document', async () => {
    const { connection } = app.services.db;
    const keys = { id: newId(), emailKey: 'nobody@mail.example', pandaId: newId() };
    const erasing = { keys, as: newId(), jobId: String(newId()) };
    const withDiary = (erase: 'delete' | { set: { text: string } }) => {
      const schema = new Schema<{ memberId: ObjectId; text: string }>({
        memberId: Schema.Types.ObjectId,
        text: String,
      });
      const exported = { as: 'diary', fields: { text: 'text' } } as const;
      declareMemberData(schema, {
        traces: [{ find: ({ id }) => ({ memberId: id }), exported, erase }],
        withheld: 'only a test has it',
      });
      connection.deleteModel(/Diary/);
      return { Diary: connection.model('Diary', schema, 'diaries') };
    };
    const later = withDiary('delete');
    await fillModels(later, keys, mark);
    expect(
      (await everything()).filter(({ text }) => text.includes(mark)).map(({ where }) => where),
    ).toContain('diaries');
    const erase = (more: object) =>
      eraseTraces({ db: { ...app.services.db, models: { ...models(), ...more } } }, erasing, () => false);
    expect(await erase(later)).toBe(true);
    expect((await everything()).filter(({ text }) => text.includes(mark))).toEqual([]);
    const careless = withDiary({ set: { text: '' } });
    await fillModels(careless, keys, mark);
    await expect(erase(careless)).rejects.toThrow('Diary');
    const silent = { Silent: connection.model('Silent', new Schema({}), 'silent') };
    await expect(fillModels(silent, keys, mark)).rejects.toThrow('Silent');
    connection.deleteModel(/Diary|Silent/);
    await connection.collection('diaries').drop();
    // The member goes last: the document says what is left to erase.
    expect(Object.keys(models())[0]).toBe('User');
  });

  it('returns all stakes and keeps the total of BAMBOO', async () => {
    const [member, backer, backed] = await Promise.all([app.member(), app.member(), app.member()]);
    const [pandaId, others] = [await withPanda(member), await withPanda(backed)];
    await stake(member, others, '40');
    await stake(member, others, '2.50');
    await stake(backer, pandaId, '30');
    await stake(backer, others, '1');
    const before = await wallet(backer);
    await endForGood(member);
    await signIn(backer);
    expect(await wallet(backer)).toEqual(before);
    await work();
    expect(await wallet(backer)).toEqual({ balance: '99.00', staked: '1.00' });
    const panda = await backer.call('GET /api/pandas/:id', { params: { id: others } });
    expect(panda).toMatchObject({ totalBambooStaked: '1.00', uniqueBackers: 1 });
    expect(await findDifferences(app.services)).toEqual([]);
  });

  it('transfers circles to the oldest admin, else the oldest remaining member, else ends them (D32)', async () => {
    const owner = await app.member();
    const [first, second, third] = await Promise.all([app.member(), app.member(), app.member()]);
    const circleWith = async (...joining: TestMember[]) => {
      const { id } = await owner.call('POST /api/circles', { body: { name: 'Tea' } });
      for (const one of joining) {
        app.clock.advance(1);
        await one.call('POST /api/circles/:id/join', { params: { id }, body: {} });
      }
      return id;
    };
    const [byAge, withAdmin, empty] = [
      await circleWith(first, second, third),
      await circleWith(second, third),
      await circleWith(),
    ];
    await models().Membership.updateOne({ circleId: withAdmin, userId: third.id }, { role: 'admin' });
    // An heir whose account is ending, too, is skipped.
    await end(first);
    await endForGood(owner);
    await eraseMember(app.services, idFrom(owner.id), { jobId: String(newId()) });
    const ownerOf = async (id: string) => {
      const circle = await models().Circle.findById(id).lean();
      const membership = await models().Membership.findOne({ circleId: id, role: 'owner' }).lean();
      expect(String(membership?.userId)).toBe(String(circle?.ownerId));
      return circle && { owner: String(circle.ownerId), members: circle.memberCount };
    };
    expect(await ownerOf(byAge)).toEqual({ owner: second.id, members: 3 });
    expect(await ownerOf(withAdmin)).toEqual({ owner: third.id, members: 2 });
    expect(await models().Circle.findById(empty)).toBeNull();
    expect(await findDifferences(app.services)).toEqual([]);
    await work();
  });

  it('reserves the username and look-alikes for 30 days, and releases the address at once', async () => {
    const member = await app.member({ username: 'held.name' });
    await endForGood(member);
    await work();
    const tryName = async (username: string, email = `${newId().toHexString()}@mail.example`) =>
      (await app.visitor().send('POST', '/api/register', { body: registration({ username, email }) })).status;
    expect(await tryName('held.name')).toBe(409);
    expect(await tryName('HELD.NAME')).toBe(409);
    expect(await tryName('another.name', member.user.email)).toBe(201);
    app.clock.advance(serverLimits.nameHeldDays * day);
    expect(await tryName('held.name')).toBe(201);
  });

  it('does not start before its time, nor for a restored account', async () => {
    const [early, kept] = await Promise.all([app.member(), app.member()]);
    await end(kept);
    app.clock.advance(1);
    await end(early);
    await signIn(kept, { keepAccount: true });
    app.clock.advance(undoDays - 1);
    await work();
    const stays = async ({ id }: TestMember) => Boolean(await models().User.exists({ _id: id }));
    expect(await stays(early)).toBe(true);
    expect(await stays(kept)).toBe(true);
    app.clock.advance(1);
    await work();
    expect(await stays(early)).toBe(false);
    expect(await stays(kept)).toBe(true);
  });
});
