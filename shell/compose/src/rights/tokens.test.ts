import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StoreOfVersions, storeOfVersions } from '../testing/store-of-versions.ts';
import { addToken, endToken, findToken, listTokens } from './tokens.ts';

let versions: StoreOfVersions;
beforeEach(async () => {
  versions = await storeOfVersions();
});
afterEach(() => versions.remove());
const rights = { remotes: ['mf-quiz'], mayPromote: false };

describe('a token', () => {
  it('is found by its secret, which is not stored', async () => {
    const { store } = versions;
    const token = await addToken(store, { name: 'ci-quiz', ...rights });
    expect(await findToken(store, token)).toMatchObject({ name: 'ci-quiz', ...rights });
    const secret = token.split('_').slice(2).join('_');
    expect(secret).toHaveLength(43);
    for (const file of await store.files.filesIn(''))
      expect((await store.files.read(file))?.toString()).not.toContain(secret);
  });

  it('is unique, and so is its name', async () => {
    const { store } = versions;
    const one = await addToken(store, { name: 'one', ...rights });
    const two = await addToken(store, { name: 'two', ...rights });
    expect(await findToken(store, one.replace('_one_', '_two_'))).toBeNull();
    expect(await findToken(store, `${two}a`)).toBeNull();
    await expect(addToken(store, { name: 'one', ...rights })).rejects.toThrow('There is or was a token one');
  });

  it('is revoked for good, and its name is not reused', async () => {
    const { store } = versions;
    const token = await addToken(store, { name: 'gone', ...rights });
    await addToken(store, { name: 'here', ...rights });
    await endToken(store, 'gone');
    expect(await findToken(store, token)).toBeNull();
    expect((await listTokens(store)).map(({ name }) => name)).toEqual(['here']);
    await expect(endToken(store, 'gone')).rejects.toThrow('There is no token gone.');
    await expect(addToken(store, { name: 'gone', ...rights })).rejects.toThrow('There is or was');
  });

  it('that predates a right lacks it', async () => {
    const { store } = versions;
    const token = await addToken(store, { name: 'old', remotes: ['mf-quiz'], mayPromote: true });
    const record = JSON.parse(String(await store.files.read('tokens/old.json')));
    for (const right of ['mayRollback', 'mayFreeze', 'mayBegin']) delete record[right];
    await store.files.create('tokens/older.json', JSON.stringify({ ...record, name: 'older' }));
    expect(await findToken(store, token.replace('_old_', '_older_'))).toMatchObject({
      mayPromote: true,
      mayRollback: false,
      mayFreeze: false,
      mayBegin: false,
    });
  });

  it.each(['', 'A', 'a b', '../x', 'a_b', '-a', 'a'.repeat(41)])('cannot be named %j', async (name) => {
    await expect(addToken(versions.store, { name, ...rights })).rejects.toThrow('is no name of a token');
  });
});
