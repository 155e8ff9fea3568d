import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInThisContext } from 'node:vm';
import { renderedMark } from '@frens/compose';
import type { SelfUser } from '@frens/contract';
import { contractHeader } from '@frens/contract/contract-number';
import type { Language } from '@frens/contract/languages';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api, onTooOld } from './api.ts';
import { createPlatform } from './create-platform.ts';
import { enterPlatform, queryClient } from './current-platform.ts';
import { fetchUnlessBegun, takeFirstFetch } from './early-fetch.ts';
import { session, sessionQuery } from './session.ts';

const composition = '0123456789abcdef';
const html = readFileSync(path.resolve(import.meta.dirname, '../../public/index.html'), 'utf8');
const [, script = ''] = /<script>([^]*?)<\/script>/.exec(html) ?? [];

let answers: (() => Response | Promise<Response>)[];
let asked: string[];
const user = (username: string) => () => Response.json({ id: 'u1', username });

/** Runs the script that stands in the HTML of a page. */
function openHtml(live: string | null = composition): void {
  if (live === null) delete document.documentElement.dataset.composition;
  else document.documentElement.dataset.composition = live;
  // What it says of lost files, and hears of what is typed, is tested beside the shell; its listeners would outlive this file.
  const listen = vi.spyOn(globalThis, 'addEventListener').mockImplementation(() => {});
  runInThisContext(script);
  listen.mockRestore();
  runInThisContext('globalThis.pageStart.end()');
}

/** What the page's own scripts do when they have come. */
function startScripts(language: Language = 'en'): void {
  const brand = { site: 'Bears', product: 'Bear' };
  const platform = createPlatform({ brand, language, composition, firstFetch: takeFirstFetch() });
  enterPlatform(platform);
  // From here on the language is known.
  void platform.texts.start({});
}

beforeEach(() => {
  localStorage.clear();
  answers = [];
  asked = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    asked.push(`${address} in ${new Headers(init.headers).get('Accept-Language')}`);
    return answers.shift()?.() ?? Response.error();
  });
  return () => {
    takeFirstFetch();
    delete document.documentElement.dataset.composition;
    vi.unstubAllGlobals();
  };
});

describe('the first fetch', () => {
  it('leaves with the HTML, and its answer is that of the first call alone', async () => {
    answers = [user('robin'), user('wren')];
    openHtml();
    expect(asked).toEqual(['/api/user in en']);
    startScripts();
    expect(await api.call('GET /api/user')).toMatchObject({ username: 'robin' });
    expect(asked).toHaveLength(1);
    expect(await api.call('GET /api/user')).toMatchObject({ username: 'wren' });
    expect(asked).toHaveLength(2);
  });

  it('is in the language that somebody chose in this browser', async () => {
    localStorage.setItem('language', 'es');
    answers = [user('robin')];
    openHtml();
    startScripts('es');
    expect(await api.call('GET /api/user')).toMatchObject({ username: 'robin' });
    expect(asked).toEqual(['/api/user in es']);
  });

  it('is no answer to a call in other words, nor to the same words later', async () => {
    answers = [user('robin'), user('petirrojo'), user('wren')];
    openHtml();
    startScripts('es');
    expect(await api.call('GET /api/user')).toMatchObject({ username: 'petirrojo' });
    startScripts('en');
    expect(await api.call('GET /api/user')).toMatchObject({ username: 'wren' });
  });

  it('is void when somebody has signed in in another tab before the scripts came', async () => {
    answers = [user('robin'), user('wren')];
    openHtml();
    const otherTab = new BroadcastChannel('session');
    otherTab.postMessage('signed-in');
    await vi.waitFor(() => expect(globalThis.firstFetch).toBeUndefined());
    otherTab.close();
    startScripts();
    expect(await api.call('GET /api/user')).toMatchObject({ username: 'wren' });
  });

  describe('of a page that names the call it begins with', () => {
    const home = () => Response.json({ waiting: [] });
    const readHome = async () => (await fetchUnlessBegun('/api/home', { method: 'GET', headers })).json();
    const headers = {
      Accept: 'application/json',
      [contractHeader]: '1',
      'X-Composition': composition,
      'Accept-Language': 'en',
    };
    function openRendered(): void {
      document.documentElement.lang = 'en';
      document.documentElement.setAttribute(renderedMark, '');
      openHtml();
      document.documentElement.removeAttribute(renderedMark);
    }
    beforeEach(() => {
      document.documentElement.dataset.firstCall = '/api/home';
      return () => delete document.documentElement.dataset.firstCall;
    });

    it('makes it once the session is there, for the first to ask', async () => {
      answers = [user('robin'), home, () => Response.json({ waiting: ['later'] })];
      openHtml();
      await vi.waitFor(() => expect(asked).toEqual(['/api/user in en', '/api/home in en']));
      startScripts();
      expect(await readHome()).toEqual({ waiting: [] });
      expect(await readHome()).toEqual({ waiting: ['later'] });
    });

    it('makes it with the session where the page is rendered for members, who alone get it', async () => {
      answers = [() => new Promise(() => {}), home];
      openRendered();
      expect(asked).toEqual(['/api/user in en', '/api/home in en']);
      startScripts();
      expect(await readHome()).toEqual({ waiting: [] });
    });

    it('lets the browser look up its languages while it has nothing to do, where an answer will show times', () => {
      const idle: (() => void)[] = [];
      vi.stubGlobal('requestIdleCallback', (act: () => void) => idle.push(act));
      const lookUp = vi.spyOn(Intl.DateTimeFormat, 'supportedLocalesOf');
      openRendered();
      expect(lookUp).not.toHaveBeenCalled();
      for (const act of idle.splice(0)) act();
      expect(lookUp.mock.calls).toEqual([['en']]);
      delete document.documentElement.dataset.firstCall;
      openRendered();
      expect(idle).toEqual([]);
      lookUp.mockRestore();
    });

    it('does not hand the refusal of a session that has ended to who signs in then', async () => {
      const refused = () => Response.json({ code: 'session_ended' }, { status: 401 });
      answers = [refused, refused, () => Response.json({ waiting: ['robin’s'] })];
      openRendered();
      startScripts();
      session.signedIn({ id: 'u1', username: 'robin' } as SelfUser);
      expect(await readHome()).toEqual({ waiting: ['robin’s'] });
    });

    it('does not make it for visitors', async () => {
      answers = [() => new Response(null, { status: 401 }), home];
      openHtml();
      startScripts();
      await fetchUnlessBegun('/api/user', { method: 'GET', headers });
      expect(asked).toEqual(['/api/user in en']);
      expect(await readHome()).toEqual({ waiting: [] });
    });

    it('gives nobody the answer of who was there before', async () => {
      answers = [user('robin'), home, () => Response.json({}), () => Response.json({ waiting: ['wren’s'] })];
      openHtml();
      await vi.waitFor(() => expect(asked).toHaveLength(2));
      startScripts();
      await session.signOut();
      expect(await readHome()).toEqual({ waiting: ['wren’s'] });
    });
  });

  it('does not leave in development, where nothing is live', () => {
    openHtml(null);
    expect(asked).toEqual([]);
    expect(takeFirstFetch()).toBeUndefined();
  });

  it('leaves also where the browser refuses its storage', () => {
    vi.stubGlobal('localStorage', {
      getItem() {
        throw new DOMException('Refused', 'SecurityError');
      },
    });
    openHtml();
    expect(asked).toEqual(['/api/user in en']);
  });

  it.each([
    { what: 'nobody is signed in', first: () => Response.json({ code: 'signed_out' }, { status: 401 }) },
    { what: 'the server fails', first: () => new Response('<html>', { status: 500 }) },
    { what: 'there is no connection', first: () => Promise.reject(new TypeError('Failed to fetch')) },
  ])('tells what the same call would have told: $what', async ({ first }) => {
    answers = [first, first];
    openHtml();
    startScripts();
    const [early, own] = [await outcome(), await outcome()];
    expect(early).toEqual(own);
    expect(asked).toHaveLength(2);
  });

  it('tells a page that is too old to load itself anew', async () => {
    answers = [
      () => Response.json({ code: 'client_too_old' }, { status: 409, headers: { [contractHeader]: '2' } }),
    ];
    openHtml();
    startScripts();
    const tooOld = vi.fn();
    onTooOld(tooOld);
    expect(await outcome()).toMatchObject({ status: 409 });
    expect(tooOld).toHaveBeenCalledTimes(1);
  });

  it('is followed by another one after a sign-in', async () => {
    answers = [() => Response.json({ code: 'signed_out' }, { status: 401 }), user('robin')];
    openHtml();
    startScripts();
    expect(await queryClient.fetchQuery(sessionQuery)).toBeNull();
    await session.refresh();
    expect(await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })).toMatchObject({
      username: 'robin',
    });
    expect(asked).toHaveLength(2);
  });

  it('does not reach whoever has stopped waiting for it', async () => {
    answers = [user('robin')];
    openHtml();
    startScripts();
    const reader = new AbortController();
    const call = api.call('GET /api/user', { signal: reader.signal });
    reader.abort();
    await expect(call).rejects.toThrow('aborted');
  });
});

/** How asking for the session ends, the first time or again. */
const outcome = () =>
  queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(({ status, code }) => ({ status, code }));
