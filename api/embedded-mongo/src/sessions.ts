import { Binary, UUID } from 'bson';
import type { Engine } from './engine.ts';
import { MongoError } from './errors.ts';
import { afterPrefix, prefixOf, section } from './storage/keyspace.ts';
import { TransactionView } from './storage/view.ts';
import { type Document, decode } from './values/decode.ts';
import { encode } from './values/encode.ts';
import { isDocument } from './values/types.ts';

export interface Transaction {
  readonly number: bigint;
  readonly view: TransactionView;
  readonly startedAt: number;
  readonly catalogVersion: number;
}

export interface Session {
  readonly id: Buffer;
  lastUse: number;
  /** The newest transaction number seen. */
  number: bigint;
  transaction: Transaction | undefined;
  /** How the newest transaction ended. */
  ended: 'committed' | 'aborted' | undefined;
}

export const sessionTimeoutMinutes = 30;

/** What is kept of the last retryable write or commit of a session, on disk with the write itself. */
interface SessionRecord {
  readonly number: bigint;
  readonly reply: Document | undefined;
  readonly committed: boolean;
}

/** Sessions, their transactions, and the answers to retryable writes. */
export class Sessions {
  private readonly engine: Engine;
  private readonly sessions = new Map<string, Session>();
  private readonly transactionLifetimeMs: number;

  constructor(engine: Engine, transactionLifetimeMs: number) {
    this.engine = engine;
    this.transactionLifetimeMs = transactionLifetimeMs;
  }

  start(): Document {
    const id = new UUID();
    this.use({ id: id.toBinary() });
    return { id: { id: id.toBinary() }, timeoutMinutes: sessionTimeoutMinutes };
  }

  /** The session a command names, made on first use as drivers choose the ids. */
  use(lsid: unknown): Session {
    const bytes = idOf(lsid);
    const name = bytes.toString('hex');
    let session = this.sessions.get(name);
    if (!session) {
      const record = this.record(bytes);
      session = {
        id: bytes,
        lastUse: 0,
        number: record?.number ?? -1n,
        transaction: undefined,
        ended: record?.committed ? 'committed' : undefined,
      };
      this.sessions.set(name, session);
    }
    session.lastUse = Date.now();
    return session;
  }

  private recordKey(id: Buffer): Buffer {
    return Buffer.concat([prefixOf(0, section.session), id]);
  }

  private record(id: Buffer): SessionRecord | undefined {
    const bytes = this.engine.latest.get(this.recordKey(id));
    if (!bytes) return undefined;
    const stored = decode(bytes);
    return {
      number: BigInt(String(stored.number)),
      reply: isDocument(stored.reply) ? stored.reply : undefined,
      committed: stored.committed === true,
    };
  }

  /** The answer already given to a retryable write, if this is a repetition. */
  earlierReply(session: Session, number: bigint): Document | undefined {
    if (number < session.number) throw tooOld(session, number);
    if (number > session.number) return undefined;
    const record = this.record(session.id);
    return record?.number === number ? record.reply : undefined;
  }

  /** Keeps the answer of a retryable write; call inside the commit that makes the write. */
  keepReply(session: Session, number: bigint, reply: Document): void {
    session.number = number;
    this.engine.store.put(
      this.recordKey(session.id),
      encode({ number: String(number), reply, at: new Date() }),
    );
  }

  begin(session: Session, number: bigint): Transaction {
    if (number < session.number) throw tooOld(session, number);
    if (number === session.number) {
      throw new MongoError(
        50911,
        `Cannot start a transaction at given transaction number ${number} a transaction with the same number is in state ${session.transaction ? 'TransactionInProgress' : (session.ended ?? 'executed as a retryable write')}`,
      );
    }
    if (session.transaction) this.abort(session);
    session.number = number;
    session.ended = undefined;
    const view = new TransactionView(this.engine.store, this.engine.conflicts);
    const transaction = { number, view, startedAt: Date.now(), catalogVersion: this.engine.catalog.version };
    session.transaction = transaction;
    return transaction;
  }

  /** The open transaction a command belongs to. */
  current(session: Session, number: bigint): Transaction {
    if (number < session.number) throw tooOld(session, number);
    if (session.transaction?.number === number) return session.transaction;
    if (number === session.number && session.ended === 'committed') {
      throw new MongoError(256, `Transaction with { txnNumber: ${number} } has been committed.`);
    }
    const text =
      number === session.number && session.ended === 'aborted'
        ? `Transaction with { txnNumber: ${number} } has been aborted.`
        : `Given transaction number ${number} does not match any in-progress transactions. The active transaction number is ${session.number}`;
    throw new MongoError(251, text);
  }

  /** Makes a transaction's changes durable, all or none; a repeated commit is answered again. */
  async commit(session: Session, number: bigint): Promise<void> {
    if (!session.transaction && session.number === number && session.ended === 'committed') return;
    const transaction = this.current(session, number);
    const { engine } = this;
    const recordKey = this.recordKey(session.id);
    try {
      await engine.change(() => {
        transaction.view.apply();
        engine.store.put(recordKey, encode({ number: String(number), committed: true, at: new Date() }));
      });
    } catch (error) {
      this.abort(session);
      throw error;
    }
    session.ended = 'committed';
    session.transaction = undefined;
    transaction.view.end();
  }

  abort(session: Session): void {
    const { transaction } = session;
    if (!transaction) return;
    session.transaction = undefined;
    session.ended = 'aborted';
    transaction.view.end();
  }

  end(lsid: unknown): void {
    const name = idOf(lsid).toString('hex');
    const session = this.sessions.get(name);
    if (session) this.abort(session);
    this.sessions.delete(name);
  }

  /** Ends what its client forgot: transactions after their lifetime, sessions and their records after half an hour. */
  async sweep(): Promise<void> {
    const now = Date.now();
    const oldest = now - sessionTimeoutMinutes * 60_000;
    for (const [name, session] of this.sessions) {
      if (session.transaction && now - session.transaction.startedAt > this.transactionLifetimeMs)
        this.abort(session);
      if (session.lastUse < oldest) {
        this.abort(session);
        this.sessions.delete(name);
      }
    }
  }

  /** Forgets the answers of sessions that no client can use any more. */
  async forgetOldRecords(): Promise<void> {
    const { engine } = this;
    const oldest = Date.now() - sessionTimeoutMinutes * 60_000;
    const prefix = prefixOf(0, section.session);
    const old: Buffer[] = [];
    for (const { key, value } of engine.store.range({ start: prefix, end: afterPrefix(prefix) })) {
      const { at } = decode(value);
      if (at instanceof Date && at.getTime() < oldest) old.push(key);
    }
    if (old.length === 0) return;
    await engine.change(() => {
      for (const key of old) engine.store.remove(key);
    });
  }

  abortAll(): void {
    for (const session of this.sessions.values()) this.abort(session);
  }
}

function idOf(lsid: unknown): Buffer {
  const id = isDocument(lsid) ? lsid.id : undefined;
  if (!(id instanceof Binary) || id.length() !== 16)
    throw new MongoError(14, "BSON field 'lsid.id' must be a UUID");
  return Buffer.from(id.value());
}

function tooOld(session: Session, number: bigint): MongoError {
  return new MongoError(
    225,
    `Cannot start transaction ${number} on session because a newer transaction with txnNumber ${session.number} has already started.`,
  );
}
