import { setImmediate, setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { serverLimits } from '../limits.ts';
import type { Place } from '../request-context.ts';
import { createAdmission } from './admission.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import type { Party } from './fair-queue.ts';

const capacity = { atWork: 2, perMember: 2, queued: 4, waitMs: 10_000 };
const never = new AbortController().signal;
const member = (key: string) => ({ key, class: 'member' }) as const;
const stranger = (key: string) => ({ key, class: 'stranger' }) as const;

/** Requests by name, and the order in which they came to work. */
function crowd(overrides: Partial<typeof capacity> = {}) {
  const admission = createAdmission({ ...capacity, ...overrides });
  const begun: string[] = [];
  const places: Place[] = [];
  const come = (key: string, signal = never) =>
    admission.enter(member(key), signal).then(
      (place) => {
        begun.push(key);
        places.push(place);
        return place;
      },
      (error: { code: string; facts?: { retryAfter: number } }) => `${error.code} ${error.facts?.retryAfter}`,
    );
  /** The one that has worked longest is done. */
  const leave = async () => {
    places.shift()?.leave();
    await setTimeout();
  };
  return { admission, begun, places, come, leave };
}

describe('places at work (D78)', () => {
  it('go to whoever has the fewest at work, and then to whoever began longest ago', async () => {
    const { come, leave, begun, admission } = crowd();
    for (const key of ['greedy', 'greedy', 'greedy', 'greedy', 'shy', 'other']) {
      void come(key);
      await setTimeout(2);
    }
    expect(begun).toEqual(['greedy', 'greedy']);
    await leave();
    expect(begun.slice(2)).toEqual(['shy']);
    // Greedy has none at work now, and was there before the others, but had its turn.
    await leave();
    expect(begun.slice(3)).toEqual(['other']);
    await leave();
    expect(begun.slice(4)).toEqual(['greedy']);
    for (let count = 0; count < 3; count += 1) await leave();
    expect(admission.counts()).toEqual({ atWork: 0, waiting: 0, refused: 0 });
  });

  it('are shared by turns where only one works at a time', async () => {
    const { come, leave, begun } = crowd({ atWork: 1 });
    for (const key of ['greedy', 'greedy', 'greedy', 'greedy', 'shy']) {
      void come(key);
      await setTimeout(2);
    }
    for (let count = 0; count < 4; count += 1) await leave();
    expect(begun).toEqual(['greedy', 'shy', 'greedy', 'greedy', 'greedy']);
  });

  it('are not all taken by one member while requests queue', async () => {
    const { come, leave, begun } = crowd({ queued: 9 });
    for (let count = 0; count < 5; count += 1) void come('greedy');
    await setTimeout();
    for (let count = 0; count < 2; count += 1) await leave();
    expect(begun).toHaveLength(3);
    void come('shy');
    await setTimeout();
    expect(begun.slice(3)).toEqual(['shy']);
  });

  it('are bounded for each member, and not for a network', async () => {
    const { come, begun, admission } = crowd({ atWork: 9 });
    for (let count = 0; count < 4; count += 1) void come('greedy');
    await setTimeout();
    expect(begun).toEqual(['greedy', 'greedy']);
    await Promise.all([1, 2, 3].map(() => admission.enter(stranger('network'), never)));
    expect(admission.counts()).toMatchObject({ atWork: 5, waiting: 2 });
  });

  it('go to one read of a network in a turn of the event loop, until others are gone', async () => {
    const { come, leave, admission } = crowd({ atWork: 9, queued: 99 });
    await come('shy');
    let begun = 0;
    for (let count = 0; count < 40; count += 1)
      void admission.enter(stranger('network'), never, true).then((place) => {
        begun += 1;
        place.leave();
      });
    await Promise.resolve();
    expect(begun).toBe(1);
    for (let turn = 2; turn < 5; turn += 1) {
      await setImmediate();
      expect(begun).toBe(turn);
    }
    await leave();
    // The timer may have come before the turn of the others.
    await setImmediate();
    expect(begun).toBe(40);
  });

  it('are counted for the member once the session has told who it is', async () => {
    const { come, begun, admission } = crowd({ atWork: 9 });
    for (const session of ['1', '2']) ((await come(session)) as Place).belongTo('one');
    void come('one');
    await setTimeout();
    expect(begun).toEqual(['1', '2']);
    expect(admission.counts()).toMatchObject({ atWork: 2, waiting: 1 });
  });

  it('are free for others while a request waits for its turn or for somebody else', async () => {
    const { come, begun, places, admission } = crowd();
    for (const key of ['a', 'b', 'c']) void come(key);
    await setTimeout();
    let answer = (): void => undefined;
    const aside = places[0]?.aside(new Promise<void>((resolve) => (answer = resolve)));
    await setTimeout();
    expect(begun).toEqual(['a', 'b', 'c']);
    answer();
    await aside;
    expect(admission.counts().atWork).toBe(3);
    for (const place of places) place.leave();
    expect(admission.counts().atWork).toBe(0);
  });
});

describe('classes', () => {
  /** A server beside which new networks ask all the time. */
  function flooded(overrides: Partial<typeof capacity> = {}) {
    const admission = createAdmission({ ...capacity, atWork: 1, queued: 20, ...overrides });
    const begun: string[] = [];
    let count = 0;
    const come = (party: Party) =>
      admission.enter(party, new AbortController().signal).then(
        async (place) => {
          begun.push(party.class);
          await setTimeout(1);
          place.leave();
          return 'begun';
        },
        ({ code }: { code: string }) => code,
      );
    const flood = () => {
      while (admission.counts().waiting < 20) void come(stranger(`network ${(count += 1)}`));
    };
    return { admission, begun, come, flood };
  }

  it('take places by turns, so that no number of networks keeps members or sign-ins waiting', async () => {
    const { come, flood, begun } = flooded();
    flood();
    const late = [member('a'), member('b'), { key: 'elsewhere', class: 'sign-in' } as const, member('a')];
    const results = Promise.all(late.map(come));
    flood();
    expect(await results).toEqual(['begun', 'begun', 'begun', 'begun']);
    const last = begun.lastIndexOf('member');
    expect(begun.slice(0, last + 1).filter((one) => one === 'stranger').length).toBeLessThanOrEqual(4);
  });

  it('share a full queue, and leave each other the places that nobody else wants', async () => {
    const { come, flood, admission } = flooded();
    flood();
    const members = Array.from({ length: 10 }, (_, index) => member(`m${index}`));
    for (const party of members) expect(admission.refusalOf(party)).toBeNull();
    const results = Promise.all(members.map(come));
    // Half of the queue is theirs: one more would only take the place of another, as of strangers.
    expect(admission.refusalOf(member('late'))?.code).toBe('busy');
    expect(admission.refusalOf(stranger('late'))?.code).toBe('busy');
    expect(await results).toEqual(members.map(() => 'begun'));
    const alone = flooded({ atWork: 3 });
    for (let count = 0; count < 3; count += 1) void alone.come(stranger(`only ${count}`));
    await setTimeout();
    expect(alone.begun).toEqual(['stranger', 'stranger', 'stranger']);
  });
});

describe('what is too much (D78)', () => {
  it('takes the last of the longest line when the queue is full, and tells when to come again', async () => {
    const { come, admission } = crowd();
    const greedy = Array.from({ length: 6 }, () => come('greedy'));
    // Its own line is the longest.
    expect(admission.refusalOf(member('greedy'))?.facts.retryAfter).toBe(10);
    expect(admission.refusalOf(member('shy'))).toBeNull();
    expect(await come('greedy')).toBe('busy 10');
    void come('shy');
    expect(await greedy[5]).toBe('busy 10');
    // Who would only change places with somebody is refused.
    for (const key of ['a', 'b']) void come(key);
    expect(await come('c')).toBe('busy 10');
  });

  it('waits half as long where the queue stays', async () => {
    const { come } = crowd({ atWork: 1, waitMs: 400 });
    void come('one');
    void come('other');
    await setTimeout(210);
    const late = come('late').then(() => 'half');
    expect(await Promise.race([late, setTimeout(350, 'whole')])).toBe('half');
  });

  it('is refused when it has waited too long', async () => {
    const { come, admission, leave } = crowd({ atWork: 1, waitMs: 20 });
    void come('one');
    expect(await come('other')).toMatch(/^busy [123]$/);
    // Also where the process is late for its own timer.
    const late = come('late');
    const until = performance.now() + 40;
    while (performance.now() < until);
    await leave();
    expect(await late).toMatch(/^busy/);
    expect(admission.counts()).toEqual({ atWork: 0, waiting: 0, refused: 2 });
  });

  it('is not begun for a caller who has gone', async () => {
    const { come, begun, leave, admission } = crowd({ atWork: 1 });
    const gone = new AbortController();
    void come('one');
    const waiting = come('gone', gone.signal);
    gone.abort({ code: 'gone' });
    expect(await waiting).toBe('gone undefined');
    expect(await come('gone', gone.signal)).toBe('gone undefined');
    await leave();
    expect(begun).toEqual(['one']);
    expect(admission.counts()).toEqual({ atWork: 0, waiting: 0, refused: 0 });
  });
});

it('lets so many work as keep the busiest thread busy while there is a queue (D78)', () => {
  let time = 0;
  let share = 0.9;
  const limit = createConcurrencyLimit(
    64,
    () => share,
    () => time,
  );
  const after = (ms: number, isQueued = true, isRead = true) => {
    let last = 0;
    for (const end = time + ms; time < end; time += 5) last = limit.now(isQueued, isRead);
    return last;
  };
  // A burst of reads begins with few, or each would be slow; one of writes, which wait for each other, with all.
  expect(after(140, true, false)).toBe(64);
  expect(after(140, true, false)).toBe(8);
  expect(after(500)).toBe(8);
  share = 0.3;
  expect(after(1_200)).toBe(64);
  share = 1;
  expect(after(3_000)).toBe(2);
  share = 0.9;
  expect(after(500)).toBe(2);
  // A moment without a queue is not its end.
  expect(after(900, false)).toBe(2);
  expect(after(200, false)).toBe(8);
});

interface Machine {
  /** Which share of a processor a thread has. */
  speed?(ms: number): number;
  /** How long others keep the processor from a thread that was idle, in milliseconds. */
  wakeMs?(ms: number): number;
  /** How long each wave of a request waits for a disk, in milliseconds. */
  diskMs?: number;
  /** What a request computes, in milliseconds. */
  costOf?(count: number): number;
}

/** Every tenth is dear: 10 ms on average. */
const someDear = (count: number) => (count % 10 === 0 ? 55 : 5);

/** A server whose requests alternate between two threads, event loop and database, in a time of its own. */
function simulate({ speed = () => 1, wakeMs = () => 0, diskMs = 0, costOf = someDear }: Machine = {}) {
  const startedAt = performance.now();
  const threads = [0, 1].map(() => ({ freeAt: 0, busyMs: 0 }));
  const elapsed = () => performance.now() - startedAt;
  let last = { at: startedAt, busy: [0, 0] };
  const utilization = () => {
    const at = performance.now();
    const busy = threads.map(({ freeAt, busyMs }) => busyMs - Math.max(0, freeAt - at));
    const used = busy.map((ms, index) => (ms - (last.busy[index] ?? 0)) / (at - last.at));
    last = { at, busy };
    return Math.max(...used);
  };
  const admission = createAdmission(serverLimits.admission, createConcurrencyLimit(64, utilization));
  const answers = { accepted: 0, refused: 0, longestWaitMs: 0, ms: [] as number[] };
  const passTime = (ms: number) => new Promise((resolve) => globalThis.setTimeout(resolve, ms));
  async function compute(thread: { freeAt: number; busyMs: number }, costMs: number): Promise<void> {
    const at = performance.now();
    const ms = costMs / speed(elapsed());
    thread.freeAt = Math.max(at + wakeMs(elapsed()), thread.freeAt) + ms;
    thread.busyMs += ms;
    await passTime(thread.freeAt - at);
  }
  /** @returns whether it was accepted */
  async function request(key: string, costMs: number): Promise<boolean> {
    try {
      const place = await admission.enter(member(key), new AbortController().signal, true);
      answers.longestWaitMs = Math.max(answers.longestWaitMs, place.waitedMs);
      // Four commands of the database, each cheaper than what is done with its answer.
      for (let wave = 0; wave < 4; wave += 1) {
        for (const [index, thread] of threads.entries()) await compute(thread, costMs / (index + 1) / 4);
        if (diskMs > 0) await passTime(diskMs);
      }
      place.leave();
      return true;
    } catch {
      return false;
    }
  }
  async function offerOne(count: number): Promise<void> {
    const at = elapsed();
    if (await request(`member ${(count * 7) % 40}`, costOf(count))) answers.accepted += 1;
    else answers.refused += 1;
    answers.ms.push(elapsed() - at);
  }
  /** Forty members send this many requests a second, beside one who sends the next over each of some connections as soon as the last is answered. */
  return async function offer(perSecond: number, seconds: number, connections = 0): Promise<typeof answers> {
    const endsAt = seconds * 1_000;
    for (let connection = 0; connection < connections; connection += 1)
      void (async () => {
        for (let count = connection; elapsed() < endsAt; count += 1) await request('greedy', costOf(count));
      })();
    void (async () => {
      for (let count = 0; count < perSecond * seconds; count += 1) {
        void offerOne(count);
        await passTime(1_000 / perSecond);
      }
    })();
    // Not `advanceTimersByTimeAsync`, which waits a real millisecond for each timer.
    while (vi.getTimerCount() > 0 && elapsed() < endsAt + 5_000) {
      vi.advanceTimersToNextTimer();
      await setImmediate();
    }
    return answers;
  };
}

const p95 = (of: readonly number[]) =>
  of.toSorted((one, other) => one - other)[Math.floor(0.95 * of.length)] ?? 0;

describe('the limit of concurrent requests (D78)', () => {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
    });
    return () => vi.useRealTimers();
  });

  it('sheds nothing of a light load of cheap and dear requests, also when other processes come', async () => {
    const offer = simulate({
      speed: (ms) => (ms > 4_000 && ms < 5_000 ? 0.04 : 1),
      wakeMs: (ms) => (ms < 4_000 ? 0 : 25),
    });
    expect(await offer(20, 15)).toMatchObject({ accepted: 300, refused: 0 });
  });

  it('sheds nothing while code runs for the first time and takes five times as long', async () => {
    const offer = simulate({ speed: (ms) => Math.min(1, 0.2 + ms / 10_000), wakeMs: () => 15 });
    expect(await offer(20, 8)).toMatchObject({ accepted: 160, refused: 0 });
  });

  it('sheds five times what is carried, and carries it', async () => {
    const { accepted, refused, longestWaitMs } = await simulate()(500, 2);
    expect(refused).toBeGreaterThan(400);
    expect(accepted).toBeGreaterThan(250);
    expect(accepted + refused).toBe(1_000);
    expect(longestWaitMs).toBeLessThanOrEqual(2_000);
  });

  it.each([6, 60])(
    'leaves others nearly as fast beside one member with %i connections',
    async (connections) => {
      const machine = { diskMs: 2, costOf: (count: number) => 8 + (count % 3) };
      const alone = await simulate(machine)(25, 4);
      const beside = await simulate(machine)(25, 4, connections);
      expect(beside).toMatchObject({ accepted: 100, refused: 0 });
      expect(p95(beside.ms)).toBeLessThanOrEqual(1.3 * p95(alone.ms));
    },
  );
});
