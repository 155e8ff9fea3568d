import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { contract, type SelfUser } from '@frens/contract';
import { canonicalAddress } from '@frens/contract/mail-address';
import { pickProfile } from '@frens/contract/profile-fields';
import { skeletonOf } from '@frens/contract/usernames';
import type { Connection } from 'mongoose';
import { day, fromNow } from '../clock.ts';
import { newId } from '../database/ids.ts';
import { memberDataOf, replaceId } from '../database/member-data.ts';
import { serverLimits } from '../limits.ts';
import { memberEntryOf } from '../resources/members/member-entry.ts';
import { register } from '../resources/members/register.ts';
import { sendConfirmation } from '../resources/members/send-confirmation.ts';
import { keyOf, type User } from '../resources/members/user.model.ts';
import { sessionIdOf } from '../resources/sessions/sessions.ts';
import { trustDevice } from '../resources/sessions/trusted-devices.ts';
import { presentSelfOf } from '../resources/visibility/self.presenter.ts';
import type { Services } from '../services.ts';
import { registration } from './factories.ts';

type Stored = Record<string, unknown>;

/** The documents of one registration. */
interface Original {
  at: Date;
  self: SelfUser;
  user: User;
  /** By model name. */
  documents: Array<readonly [model: string, document: Stored]>;
}

/** Rolls back the registration after it was read. */
class Undo extends Error {
  readonly original: Original;
  constructor(original: Original) {
    super();
    this.original = original;
  }
}

const call = contract['POST /api/register'];

/** Cached hashes of the few passwords that tests use. */
const hashes = new Map<string, string>();
let original: Promise<Original> | undefined;

/** Documents of members created in the same tick, by model, until they are written. */
const batches = new WeakMap<Connection, { documents: Map<string, Stored[]>; written: Promise<void> }>();

/** Coalesces inserts of the same tick into one command per collection. */
function insertBatched(connection: Connection, added: Iterable<[model: string, document: Stored]>) {
  let batch = batches.get(connection);
  if (!batch) {
    const documents = new Map<string, Stored[]>();
    const write = async () => {
      batches.delete(connection);
      const { models } = connection;
      await Promise.all(
        [...documents].map(async ([model, all]) => {
          await models[model]?.collection.insertMany(all, { ignoreUndefined: true });
        }),
      );
    };
    batch = { documents, written: setImmediate().then(write) };
    batches.set(connection, batch);
  }
  const { documents, written } = batch;
  for (const [model, document] of added) {
    const all = documents.get(model);
    if (all) all.push(document);
    else documents.set(model, [document]);
  }
  return written;
}

/**
 * Creates a signed-in member like `POST /api/register`, but with one insert per collection, shared by members of the same tick: copies the
 * documents that the process's first registration wrote.
 *
 * @returns the member and the session cookie's value
 */
export async function copyMember(
  services: Services,
  body: ReturnType<typeof registration>,
): Promise<{ user: SelfUser; token: string }> {
  original ??= readOriginal(services);
  const { at, self, documents, user: first } = await original;
  const { password, inviteCode: _code, ...profile } = call.body.parse(body);
  const passwordHash = hashes.get(password) ?? (await services.passwords.hash(password));
  hashes.set(password, passwordHash);
  const { db, clock } = services;
  const [copyId, token] = [newId(), randomBytes(32).toString('base64url')];
  const later = clock.now().getTime() - at.getTime();
  /** Copies a document with a new id and shifted times. Safe: it keeps the document's fields. */
  const copyOf = <Doc>(document: Doc): Doc =>
    Object.fromEntries(
      Object.entries(replaceId(document, first._id, copyId) as Stored).map(([field, value]) => [
        field,
        value instanceof Date ? new Date(value.getTime() + later) : value,
      ]),
    ) as Doc;
  const { username, email } = profile;
  const names = { usernameKey: keyOf(username), usernameSkeleton: skeletonOf(username) };
  const user: User = {
    ...copyOf(first),
    ...profile,
    ...names,
    emailKey: canonicalAddress(email),
    passwordHash,
  };
  const own: Record<string, Stored> = {
    User: { ...user },
    MemberEntry: { ...memberEntryOf(user) },
    Session: { _id: sessionIdOf(token) },
    Posting: { _id: newId() },
    Job: { _id: newId(), emailKey: user.emailKey },
  };
  const copies = documents.map(([model, document]): [string, Stored] => {
    const copy = { ...copyOf(document), ...own[model] };
    // The job that sends the confirmation link.
    if (model === 'Job') copy.payload = { ...(copy.payload as Stored), email };
    return [model, copy];
  });
  await insertBatched(db.connection, copies);
  const createdAt = user.createdAt.toISOString();
  return { user: { ...self, ...pickProfile(user), id: String(copyId), username, email, createdAt }, token };
}

/** Registers a member, reads all documents that this wrote, and rolls back. */
async function readOriginal(services: Services): Promise<Original> {
  const { db, clock } = services;
  const { username, email, name, age, gender, lookingFor } = registration({ username: 'TheOriginal' });
  const body = { username, email, name, age, gender, lookingFor, password: 'correct horse' };
  const { password: _password, inviteCode: _code, ...profile } = call.body.parse(body);
  const undone = await db
    .transaction(async () => {
      const at = clock.now();
      const user = await register(services, { ...profile, passwordHash: '', network: null, language: 'en' });
      await db.models.Session.create({
        _id: 'original',
        userId: user._id,
        browser: null,
        createdAt: at,
        lastSeenAt: at,
        endsAt: fromNow(clock, serverLimits.session.totalDays * day),
        idleEndsAt: fromNow(clock, serverLimits.session.idleDays * day),
      });
      await trustDevice(services, user._id, null);
      await sendConfirmation(services, user, 'en');
      const keys = { id: user._id, emailKey: user.emailKey, pandaId: newId() };
      const documents: Original['documents'] = [];
      for (const model of Object.values(db.connection.models)) {
        const declared = memberDataOf(model.schema);
        if (!declared || 'none' in declared) continue;
        const about = { $or: declared.traces.map(({ find }) => find(keys)) };
        for (const document of await model.find(about).lean<Stored[]>())
          documents.push([model.modelName, document]);
      }
      throw new Undo({ at, user, documents, self: await presentSelfOf(services, user._id) });
    })
    .catch((error: unknown) => error);
  if (undone instanceof Undo) return undone.original;
  throw undone;
}
