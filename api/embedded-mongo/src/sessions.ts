import { setTimeout as wait } from 'node:timers/promises';
import { Binary, UUID } from 'bson';
import type { Engine } from './engine.ts';
import { MongoError } from './errors.ts';
import { check } from './input.ts';
import { prefixOf, rangeOf, section } from './storage/keyspace.ts';
import { TransactionView } from './storage/transaction.ts';
import type { WriteTask } from './storage/view.ts';
import { type Document, decode } from './values/decode.ts';
import { encode } from './values/encode.ts';
import { isDocument } from './values/types.ts';

export interface Session {
  /** The key of the stored reply to the last retryable write or commit, which is written in the same commit. */
  readonly recordKey: Buffer;
  lastUse: number;
  /** The newest transaction number, and its transaction, which may have ended. */
  number: bigint;
  transaction?: TransactionView;
  /** A retryable write is running. */
  isRunning?: boolean;
}

export const sessionTimeoutMinutes = 30;
const sessionTimeoutMs = sessionTimeoutMinutes * 60_000;
const records = prefixOf(0, section.session);

/** Sessions, their transactions, and the replies to retryable writes. */
export class Sessions {
  private readonly engine: Engine;
  private readonly sessions = new Map<string, Session>();
  private readonly maxSessions: number;

  constructor(engine: Engine, maxSessions: number) {
    this.engine = engine;
    this.maxSessions = maxSessions;
  }

  start(): Document {
    const id = { id: new UUID().toBinary() };
    this.use(id);
    return { id, timeoutMinutes: sessionTimeoutMinutes };
  }

  /** A command's session, created on first use because drivers choose the ids. */
  use(lsid: unknown): Session {
    const id = idOf(lsid);
    let session = this.sessions.get(id);
    if (!session) {
      check(this.sessions.size < this.maxSessions, 261, 'Unable to add session: too many are in use.');
      session = { recordKey: Buffer.concat([records, Buffer.from(id, 'hex')]), lastUse: 0, number: -1n };
      session.number = BigInt(String(this.record(session)?.number ?? -1));
      this.sessions.set(id, session);
    }
    session.lastUse = Date.now();
    return session;
  }

  private record(session: Session): Document | undefined {
    const bytes = this.engine.store.get(session.recordKey);
    return bytes && decode(bytes);
  }

  private keepReply({ recordKey }: Session, number: bigint, reply: Document): void {
    this.engine.store.put(recordKey, encode({ number: String(number), at: new Date(), reply }));
  }

  /** Runs a retryable write and stores its reply. A retry gets that reply, and waits for it while the write runs. */
  *runOnce(session: Session, number: bigint, task: WriteTask<Document>): WriteTask<Document> {
    while (session.isRunning) yield wait(20);
    const earlier = this.earlierReply(session, number);
    if (earlier) return earlier;
    session.isRunning = true;
    try {
      const reply = yield* task;
      this.keepReply(session, number, reply);
      return reply;
    } finally {
      session.isRunning = false;
    }
  }

  /** The stored reply of a retryable write or commit, if this is a retry. */
  private earlierReply(session: Session, number: bigint): Document | undefined {
    const isNew = number > session.number;
    see(session, number);
    const { number: answered, reply } = (!isNew && this.record(session)) || {};
    return answered === String(number) && isDocument(reply) ? reply : undefined;
  }

  begin(session: Session, number: bigint): TransactionView {
    const isNew = number !== session.number;
    check(isNew, 50911, () => `Transaction number ${number} has been used in this session already.`);
    see(session, number);
    session.transaction = new TransactionView(this.engine.store);
    return session.transaction;
  }

  /** The open transaction that a command belongs to. */
  current(session: Session, number: bigint): TransactionView {
    see(session, number);
    if (session.transaction?.isOpen) return session.transaction;
    const isCommitted = this.earlierReply(session, number) !== undefined;
    const text = `Transaction with { txnNumber: ${number} } has been ${isCommitted ? 'committed' : 'aborted'}.`;
    throw new MongoError(isCommitted ? 256 : 251, text);
  }

  /** Commits a transaction atomically; a retried commit succeeds again. */
  async commit(session: Session, number: bigint): Promise<void> {
    if (this.earlierReply(session, number)) return;
    const transaction = this.current(session, number);
    const apply = (): void => {
      transaction.apply(this.engine.catalog);
      this.keepReply(session, number, {});
    };
    await this.engine.change(apply).finally(() => transaction.end());
  }

  end(lsid: unknown): void {
    this.use(lsid).transaction?.end();
    this.sessions.delete(idOf(lsid));
  }

  /** Ends abandoned transactions after their lifetime, and sessions after half an hour. */
  sweep(transactionLifetimeMs: number, now = Date.now()): void {
    for (const [id, { lastUse, transaction }] of this.sessions) {
      const isIdle = now - lastUse > sessionTimeoutMs;
      if (isIdle || now - (transaction?.startedAt ?? now) > transactionLifetimeMs) transaction?.end();
      if (isIdle) this.sessions.delete(id);
    }
  }

  /** Removes stored replies of expired sessions. */
  forgetOldRecords(): Promise<void> {
    const { store } = this.engine;
    return this.engine.change(() => {
      for (const { key, value } of store.range(rangeOf(records))) {
        const { at } = decode(value);
        if (at instanceof Date && Date.now() - at.getTime() > sessionTimeoutMs) store.put(key);
      }
    });
  }
}

function idOf(lsid: unknown): string {
  const id = isDocument(lsid) ? lsid.id : undefined;
  check(id instanceof Binary && id.length() === 16, 14, "BSON field 'lsid.id' must be a UUID");
  return id.toString('hex');
}

/** Records the number of a transaction or retryable write; a newer one aborts the previous transaction. */
function see(session: Session, number: bigint): void {
  const text = (): string => `Transaction ${number} is too old: ${session.number} has already started.`;
  check(number >= session.number, 225, text);
  if (number > session.number) session.transaction?.end();
  session.number = number;
}
