import { Binary, UUID } from 'bson';
import type { Engine } from './engine.ts';
import { MongoError } from './errors.ts';
import { prefixOf, rangeOf, section } from './storage/keyspace.ts';
import { TransactionView } from './storage/view.ts';
import { type Document, decode } from './values/decode.ts';
import { encode } from './values/encode.ts';
import { isDocument } from './values/types.ts';

export interface Transaction {
  readonly number: bigint;
  readonly view: TransactionView;
  readonly startedAt: number;
}

export interface Session {
  /** Where the last retryable write or commit is kept, on disk with the write itself. */
  readonly recordKey: Buffer;
  lastUse: number;
  /** The newest transaction number seen. */
  number: bigint;
  transaction?: Transaction | undefined;
  /** How the newest transaction ended. */
  ended?: 'committed' | 'aborted' | undefined;
}

export const sessionTimeoutMinutes = 30;
const sessionTimeoutMs = sessionTimeoutMinutes * 60_000;
const records = prefixOf(0, section.session);

/** Sessions, their transactions, and the answers to retryable writes. */
export class Sessions {
  private readonly engine: Engine;
  private readonly sessions = new Map<string, Session>();

  constructor(engine: Engine) {
    this.engine = engine;
  }

  start(): Document {
    const id = { id: new UUID().toBinary() };
    this.use(id);
    return { id, timeoutMinutes: sessionTimeoutMinutes };
  }

  /** The session a command names, made on first use as drivers choose the ids. */
  use(lsid: unknown): Session {
    const id = idOf(lsid);
    let session = this.sessions.get(id);
    if (!session) {
      session = { recordKey: Buffer.concat([records, Buffer.from(id, 'hex')]), lastUse: 0, number: -1n };
      const record = this.record(session);
      if (record) session.number = BigInt(String(record.number));
      if (record?.committed === true) session.ended = 'committed';
      this.sessions.set(id, session);
    }
    session.lastUse = Date.now();
    return session;
  }

  private record(session: Session): Document | undefined {
    const bytes = this.engine.store.get(session.recordKey);
    return bytes && decode(bytes);
  }

  /** Keeps the answer of a retryable write, or a commit; call inside the commit that makes the change. */
  keepReply(session: Session, number: bigint, reply?: Document, committed = false): void {
    session.number = number;
    const record = { number: String(number), at: new Date(), reply, committed };
    this.engine.store.put(session.recordKey, encode(record));
  }

  /** The answer already given to a retryable write, if this is a repetition. */
  earlierReply(session: Session, number: bigint): Document | undefined {
    checkNumber(session, number);
    const record = number === session.number ? this.record(session) : undefined;
    return record?.number === String(number) && isDocument(record.reply) ? record.reply : undefined;
  }

  begin(session: Session, number: bigint): Transaction {
    checkNumber(session, number);
    if (number === session.number)
      throw new MongoError(50911, `Transaction number ${number} has been used in this session already.`);
    this.abort(session);
    const transaction = { number, view: new TransactionView(this.engine.store), startedAt: Date.now() };
    Object.assign(session, { number, transaction, ended: undefined });
    return transaction;
  }

  /** The open transaction a command belongs to. */
  current(session: Session, number: bigint): Transaction {
    checkNumber(session, number);
    if (session.transaction?.number === number) return session.transaction;
    const ended = (number === session.number && session.ended) || 'never begun';
    const text = `Transaction with { txnNumber: ${number} } has been ${ended}.`;
    throw new MongoError(ended === 'committed' ? 256 : 251, text);
  }

  /** Makes a transaction's changes durable, all or none; a repeated commit is answered again. */
  async commit(session: Session, number: bigint): Promise<void> {
    if (session.number === number && session.ended === 'committed') return;
    const { view } = this.current(session, number);
    try {
      await this.engine.change(() => {
        view.apply();
        this.keepReply(session, number, undefined, true);
      });
      this.abort(session, 'committed');
    } catch (error) {
      this.abort(session);
      throw error;
    }
  }

  /** Ends the transaction of a session, if it has one: undone, unless it has just been committed. */
  abort(session: Session, ended: Session['ended'] = 'aborted'): void {
    const { transaction } = session;
    if (!transaction) return;
    Object.assign(session, { transaction: undefined, ended });
    transaction.view.end();
  }

  end(lsid: unknown): void {
    this.abort(this.use(lsid));
    this.sessions.delete(idOf(lsid));
  }

  /** Ends what its client forgot: transactions after their lifetime, sessions after half an hour. */
  sweep(transactionLifetimeMs: number, now = Date.now()): void {
    for (const [id, session] of this.sessions) {
      const isIdle = now - session.lastUse > sessionTimeoutMs;
      const { startedAt = now } = session.transaction ?? {};
      if (isIdle || now - startedAt > transactionLifetimeMs) this.abort(session);
      if (isIdle) this.sessions.delete(id);
    }
  }

  /** Forgets the answers of sessions that no client can use any more. */
  forgetOldRecords(): Promise<void> {
    const { store } = this.engine;
    return this.engine.change(() => {
      for (const { key, value } of store.range(rangeOf(records))) {
        const { at } = decode(value);
        if (at instanceof Date && Date.now() - at.getTime() > sessionTimeoutMs) store.remove(key);
      }
    });
  }
}

function idOf(lsid: unknown): string {
  const id = isDocument(lsid) ? lsid.id : undefined;
  if (!(id instanceof Binary) || id.length() !== 16)
    throw new MongoError(14, "BSON field 'lsid.id' must be a UUID");
  return id.toString('hex');
}

function checkNumber(session: Session, number: bigint): void {
  if (number < session.number)
    throw new MongoError(225, `Transaction ${number} is too old: ${session.number} has already started.`);
}
