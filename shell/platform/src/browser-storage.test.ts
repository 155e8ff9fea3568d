import { afterEach, expect, it, vi } from 'vitest';
import { safeLocalStorage, safeSessionStorage } from './browser-storage.ts';
import { readLanguage, storeLanguage } from './language.ts';
import { followOtherTabs } from './session.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

it('keeps, finds and forgets', () => {
  expect(safeSessionStorage.write('kind:one', '1')).toBe(true);
  safeSessionStorage.write('other', '2');
  expect(safeSessionStorage.keys('kind:')).toEqual(['one']);
  expect(safeSessionStorage.read('kind:one')).toBe('1');
  safeSessionStorage.remove('kind:one');
  expect(safeSessionStorage.read('kind:one')).toBeNull();
  expect(safeLocalStorage.read('other')).toBeNull();
});

it('is empty and takes nothing in a browser that refuses storage', () => {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(globalThis, name, 'get').mockImplementation(refuse);
  for (const storage of [safeLocalStorage, safeSessionStorage]) {
    expect(storage.write('one', '1')).toBe(false);
    storage.remove('one');
    expect([storage.read('one'), storage.keys('')]).toEqual([null, []]);
  }
});

it('leaves a page its language and its session in a browser that refuses all there is to refuse', () => {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(globalThis, name, 'get').mockImplementation(refuse);
  vi.spyOn(document, 'cookie', 'set').mockImplementation(refuse);
  vi.stubGlobal('BroadcastChannel', refuse);
  vi.stubGlobal('navigator', { languages: ['tlh', 'es_ES.UTF-8@euro'] });
  storeLanguage('en');
  followOtherTabs();
  expect(readLanguage()).toBe('es');
});
