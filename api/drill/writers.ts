import { randomUUID } from 'node:crypto';
import { ApiError, errorCodes } from '@frens/contract/errors';
import { registration } from '../src/testing/factories.ts';
import { createTestClient, type TestClient } from '../src/testing/test-app.ts';

/** Acceptable failures while a server is killed and restarted: the database ends a killed server's transactions within a minute. */
const isAway = (error: unknown) =>
  error instanceof ApiError &&
  (error.code === 'network' ||
    error.code === errorCodes.requestRunning ||
    error.status === 502 ||
    error.status === 503);

const pauseMs = 50;

/**
 * A member who keeps changing their profile and backing a Panda, and retries until each write is acknowledged. Records acknowledged
 * writes, to compare them with the site's final data.
 */
class Writer {
  private readonly client: TestClient;
  private readonly name: string;
  private id = '';
  private pandaId = '';
  /** How often a request got no response or a 503. */
  refusals = 0;
  /** The longest response time, in milliseconds. */
  longestMs = 0;
  private notes = 0;
  private stakes = 0;

  constructor(url: string, name: string) {
    this.client = createTestClient(url);
    this.name = name;
  }

  async join(): Promise<void> {
    const user = await this.client.call('POST /api/register', {
      body: registration({ username: this.name }),
    });
    this.id = user.id;
    const [panda] = await this.client.call('GET /api/pandas');
    if (!panda) throw new Error('The site has no Panda to back.');
    this.pandaId = panda.id;
  }

  /** One change and one stake, retried until acknowledged or the drill is aborted. */
  async act(givenUp: AbortSignal): Promise<void> {
    const bio = `note ${this.notes + 1}`;
    await this.untilAnswered(givenUp, () =>
      this.client.call('PATCH /api/users/:id', { params: { id: this.id }, body: { bio } }),
    );
    this.notes += 1;
    // One idempotency key for all retries: a stake committed before its server was killed is not repeated.
    const idempotencyKey = randomUUID();
    const body = { pandaId: this.pandaId, amount: '0.01' };
    await this.untilAnswered(givenUp, () =>
      this.client.call('POST /api/stake-bamboo', { body, idempotencyKey }),
    );
    this.stakes += 1;
  }

  private async untilAnswered(givenUp: AbortSignal, send: () => Promise<unknown>): Promise<void> {
    for (;;) {
      givenUp.throwIfAborted();
      const startedAt = performance.now();
      try {
        await send();
        this.longestMs = Math.max(this.longestMs, performance.now() - startedAt);
        return;
      } catch (error) {
        if (!isAway(error)) throw error;
        this.refusals += 1;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  /** Acknowledged writes that are missing, and writes that should not exist. */
  async differences(): Promise<string[]> {
    const [{ bio }, { staked }] = await Promise.all([
      this.client.call('GET /api/user'),
      this.client.call('GET /api/wallet'),
    ]);
    const expected = {
      bio: this.notes === 0 ? '' : `note ${this.notes}`,
      staked: (this.stakes / 100).toFixed(2),
    };
    return [
      ...(bio === expected.bio ? [] : [`${this.name}: bio is "${bio}", answered was "${expected.bio}"`]),
      ...(staked === expected.staked
        ? []
        : [`${this.name}: staked is ${staked}, answered were ${expected.staked}`]),
    ];
  }
}

/** Members who write concurrently until they are stopped. */
export class Writers {
  private readonly writers: Writer[];
  /** The number of completed rounds of all members. */
  rounds = 0;

  constructor(url: string, count: number) {
    const run = randomUUID().slice(0, 8);
    this.writers = Array.from({ length: count }, (_, index) => new Writer(url, `drill${index}${run}`));
  }

  async join(): Promise<void> {
    for (const writer of this.writers) await writer.join();
  }

  /** How often a request of any member got no response or a 503. */
  get refusals(): number {
    return this.writers.reduce((sum, { refusals }) => sum + refusals, 0);
  }

  /** The longest response time, in milliseconds. */
  get longestMs(): number {
    return Math.max(...this.writers.map(({ longestMs }) => longestMs));
  }

  start() {
    const end = new AbortController();
    const giveUp = new AbortController();
    const work = Promise.all(
      this.writers.map(async (writer) => {
        while (!end.signal.aborted) {
          await writer.act(giveUp.signal);
          this.rounds += 1;
        }
      }),
    );
    // `stop` reports the failure.
    work.catch(() => {});
    return {
      /** Waits until started writes are acknowledged. */
      async stop(): Promise<void> {
        end.abort();
        await work;
      },
      /** Stops without waiting for responses. */
      async abandon(): Promise<void> {
        end.abort();
        giveUp.abort();
        await work.catch(() => {});
      },
    };
  }

  /** @throws naming every difference between acknowledged writes and the site's data */
  async compare(): Promise<void> {
    const differences = (await Promise.all(this.writers.map((writer) => writer.differences()))).flat();
    if (differences.length > 0)
      throw new Error(`What was answered is not what is there:\n${differences.join('\n')}`);
  }
}
