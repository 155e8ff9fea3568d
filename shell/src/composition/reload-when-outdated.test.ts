import { contractHeader } from '@frens/contract/contract-number';
import { api } from '@frens/platform';
import { createPlatform, enterPlatform } from '@frens/platform/internal';
import { beforeEach, expect, it, vi } from 'vitest';
import { reloadWhenOutdated } from './reload-when-outdated.ts';

const loadDocument = vi.fn();
let now = 1_000_000;
let tooOld: boolean;
let sent: Headers;

beforeEach(() => {
  sessionStorage.clear();
  loadDocument.mockClear();
  tooOld = true;
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent = new Headers(init.headers);
    return tooOld
      ? Response.json(
          { code: 'client_too_old', message: 'Old' },
          { status: 409, headers: { [contractHeader]: '9' } },
        )
      : Response.json(null);
  });
  const brand = { site: 'Bears', product: 'Bear' };
  enterPlatform(createPlatform({ brand, language: 'en', composition: '0123456789abcdef' }));
  reloadWhenOutdated(loadDocument, () => now);
  return () => vi.unstubAllGlobals();
});

const call = () => api.call('GET /api/user').catch((error: unknown) => error);

it('loads the page anew, once, and again when that was long ago', async () => {
  expect(await call()).toMatchObject({ status: 409, code: 'client_too_old' });
  await call();
  expect(loadDocument).toHaveBeenCalledTimes(1);
  now += 60_000;
  await call();
  expect(loadDocument).toHaveBeenCalledTimes(2);
});

it('leaves a page alone that is served, and says with every call what it is', async () => {
  tooOld = false;
  await call();
  expect(loadDocument).not.toHaveBeenCalled();
  expect([sent.get('X-Composition'), sent.get(contractHeader)]).toEqual(['0123456789abcdef', '1']);
});
