import { expect, it } from 'vitest';
import { SiteStore } from '../store/site-store.ts';
import { exampleSite } from '../testing/example-site.ts';
import { lastShown } from './version-retention.ts';

const shown = { composition: '1', canary: null };

/** A store whose pointer is read as each test says, and what the log was told. */
function storeThat(isFolder: boolean, read: () => Promise<typeof shown | null>) {
  const store = Object.assign(new SiteStore('/nowhere', exampleSite), { shown: read });
  if (!isFolder) Object.assign(store, { files: { dir: null } });
  const told: string[] = [];
  const note = (facts: object, text: string): void => {
    told.push(`${text} ${Object.keys(facts).length > 0 ? JSON.stringify(facts) : ''}`.trim());
  };
  const log = { error: note, warn: note };
  return { read: lastShown(store, 'live', { log }), told };
}
const lost = 'The store of builds is lost: the last live composition is served until it is back.';

it.each([
  ['cannot be read', () => Promise.reject(new Error('ECONNREFUSED')), 'ECONNREFUSED'],
  ['is empty', () => Promise.resolve(null), 'Nothing is published in it.'],
  ['does not answer', () => new Promise<never>(() => {}), 'It does not answer.'],
])(
  'is what was seen last while a store %s, and tells the log when it is lost and back',
  async (_case, fail, why) => {
    let answer: () => Promise<typeof shown | null> = async () => shown;
    const { read, told } = storeThat(true, () => answer());
    expect(await read()).toEqual(shown);
    answer = fail;
    expect([await read(), await read()]).toEqual([shown, shown]);
    expect(told).toEqual([`${lost} ${JSON.stringify({ why })}`]);
    answer = async () => ({ ...shown, composition: '2' });
    expect(await read()).toEqual({ ...shown, composition: '2' });
    expect(told).toEqual([expect.any(String), 'The store of builds is back.']);
  },
);

it('fails before the first success, and returns null if nothing is published', async () => {
  const broken = storeThat(true, () => Promise.reject(new Error('ECONNREFUSED')));
  await expect(broken.read()).rejects.toThrow('ECONNREFUSED');
  expect(await storeThat(true, async () => null).read()).toBeNull();
});

it('shares one request to a bucket, and does not make callers wait repeatedly', async () => {
  let count = 0;
  let answer: () => Promise<typeof shown> = async () => shown;
  const { read } = storeThat(false, () => {
    count += 1;
    return answer();
  });
  await Promise.all(Array.from({ length: 100 }, read));
  expect(count).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  answer = () => new Promise<never>(() => {});
  for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 100 }, read));
  // The reading that hangs is the only one, and who comes after its second does not wait.
  expect(count).toBe(2);
});
