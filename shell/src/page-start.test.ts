import { renderedMark } from '@frens/compose';
import { keptQuizDays, keptQuizKey } from '@frens/contract/kept-quiz';
import { takeFirstFetch } from '@frens/platform/internal';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endWait, showFatalError } from './page-start.ts';
import { pageHtml, runPageScript } from './testing/page-script.ts';

const body = pageHtml.slice(pageHtml.indexOf('<body>') + 6, pageHtml.indexOf('</body>'));
const stops: (() => void)[] = [];
const runScript = () => stops.push(runPageScript());

// Of the tests' browser, which says so nowhere in the types of a real one.
const { settings } = (window as unknown as { happyDOM: { settings: object } }).happyDOM;
const usual = { ...settings };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  localStorage.clear();
  document.body.innerHTML = body;
  runScript();
  // The test decides what happens to them.
  Object.assign(settings, { disableCSSFileLoading: true, handleDisabledFileLoadingAsSuccess: true });
  document.head.innerHTML =
    '<script src="/shell/1/main.js"></script><link rel="stylesheet" href="/shell/1/main.css">';
});
afterEach(() => {
  endWait();
  for (const stop of stops.splice(0)) stop();
  globalThis.pageStart = undefined;
  document.head.innerHTML = '';
  document.documentElement.removeAttribute(renderedMark);
  Object.assign(settings, usual);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const shown = () =>
  [...document.querySelectorAll('[role="alert"]')].map((one) => one.querySelector('h1')?.textContent);
const english = 'This page didn’t load completely';
const lose = (file: string) => document.querySelector(file)?.dispatchEvent(new Event('error'));

it.each([
  ['en', english],
  ['es', 'Esta página no se cargó del todo'],
])('speaks the language of the reader: %s', (language, title) => {
  localStorage.setItem('language', language);
  const cause = new Error('No page data');
  endWait();
  showFatalError(cause);
  expect(shown()).toEqual([title]);
  expect(console.error).toHaveBeenCalledWith('The site could not start', cause);
});

it.each([
  ['yesterday', 1, 'kept'],
  ['longer ago than it is kept', keptQuizDays + 1, undefined],
])('knows before the first paint of a quiz that was taken %s', (_when, days, expected) => {
  localStorage.setItem(keptQuizKey, JSON.stringify({ keptAt: Date.now() - days * 86_400_000 }));
  endWait();
  runScript();
  const { dataset } = document.documentElement;
  expect(dataset['quiz']).toBe(expected);
  delete dataset['quiz'];
});

it('speaks the language of a rendered page, and asks in it, whatever the reader speaks', () => {
  localStorage.setItem('language', 'en');
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({})),
  );
  const { documentElement } = document;
  Object.assign(documentElement, { lang: 'es' }).dataset['composition'] = 'abc';
  documentElement.setAttribute(renderedMark, '');
  endWait();
  runScript();
  showFatalError(new Error('No page data'));
  expect(shown()).toEqual(['Esta página no se cargó del todo']);
  const first = takeFirstFetch();
  documentElement.lang = 'en';
  delete documentElement.dataset['composition'];
  vi.unstubAllGlobals();
  expect(first?.headers['Accept-Language']).toBe('es');
});

it.each(['en', 'es'])('leads on without scripts, and lets members sign out: %s', (language) => {
  localStorage.setItem('language', language);
  endWait();
  showFatalError(new Error('No page data'));
  const notice = document.querySelector('[role="alert"]');
  const links = [...(notice?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'));
  expect(links).toEqual(['', '/', '/groups?scripts=none', '/panda?scripts=none', '/about/us']);
  const form = notice?.querySelector('form[method="post"][action="/auth"][data-reader="member"]');
  expect(form?.querySelector('button')?.name).toBe('signOut');
});

it('keeps what was rendered ahead, and stands above it', () => {
  const root = document.querySelector('#root');
  if (root) root.innerHTML = '<main><h1>Fren Circles</h1></main>';
  showFatalError(new Error('No page data'));
  expect(root?.textContent).toBe('Fren Circles');
  expect(root?.previousElementSibling?.textContent).toContain(english);
});

describe('a page whose scripts have not come', () => {
  it.each(['script', 'link'])('says so once when its %s is lost', (file) => {
    lose(file);
    lose(file);
    expect(shown()).toEqual([english]);
    // The scripts may come where the styles do not.
    endWait();
    expect(shown()).toEqual([english]);
  });

  it('says so when they throw before they start it, and not when others do', () => {
    const thrown = (filename: string) => window.dispatchEvent(new ErrorEvent('error', { filename }));
    thrown('chrome-extension://abc/content.js');
    expect(shown()).toEqual([]);
    thrown(`${location.origin}/shell/1/main.js`);
    expect(shown()).toEqual([english]);
  });

  it('says so after a while, until they come after all', () => {
    vi.advanceTimersByTime(19_000);
    expect(shown()).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(shown()).toEqual([english]);
    endWait();
    expect(shown()).toEqual([]);
  });

  it('says so in a frame, until scripts bring theirs', async () => {
    const notices = document.querySelector<HTMLTemplateElement>('#fatal-error')?.content;
    const framed = document.createElement('div');
    framed.lang = 'en';
    framed.innerHTML = '<header><a href="/" lang="es">Frens</a></header>';
    framed.append(notices?.querySelector('[lang="en"]') ?? '');
    notices?.prepend(framed);
    const links = () => [...document.querySelectorAll('div > header a')].map((one) => one.textContent);
    lose('script');
    expect([shown(), links()]).toEqual([[english], ['Frens']]);
    endWait();
    expect([shown(), links()]).toEqual([[english], []]);
  });

  it('waits for its own words where they are on their way', () => {
    document.body.innerHTML = '';
    lose('script');
    document.body.innerHTML = body;
    document.dispatchEvent(new Event('readystatechange'));
    expect(shown()).toEqual([english]);
  });

  it('fetches them past the cache before it is loaded again', async () => {
    const fetched: unknown[] = [];
    vi.stubGlobal('fetch', async (address: string, { cache }: RequestInit) => fetched.push([address, cache]));
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
    lose('script');
    document.querySelector<HTMLElement>('[role="alert"] a')?.click();
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    vi.unstubAllGlobals();
    const files = ['/shell/1/main.js', '/shell/1/main.css'].map((file) => [location.origin + file, 'reload']);
    expect(fetched).toEqual(files);
  });
});

/** As the server sends a rendered page. */
function showRendered(html: string): HTMLElement {
  document.documentElement.setAttribute(renderedMark, '');
  const root = document.querySelector<HTMLElement>('#root');
  if (!root) throw new Error('The page has no #root.');
  root.innerHTML = html;
  return root;
}

it('lets the browser send forms of a rendered page whose scripts are lost, also one that was sent before', () => {
  const root = showRendered('<main><form method="post"><button>Sign In</button></form></main>');
  const form = root.querySelector('form');
  const sent: boolean[] = [];
  form?.addEventListener('submit', (event) => {
    sent.push(!event.defaultPrevented);
    event.preventDefault();
  });
  form?.requestSubmit();
  expect(sent).toEqual([false]);
  lose('script');
  expect(sent).toEqual([false, true]);
  root.querySelector('button')?.click();
  expect(sent).toEqual([false, true, true]);
});

it('leaves the line to the page that a link leads to before the scripts have come, and says nothing of what it stops', () => {
  const stop = vi.fn();
  vi.stubGlobal('stop', stop);
  const root = showRendered('<main><a href="/vibe-quiz">Quiz</a><a href="#part">Part</a></main>');
  // Tests have no other page.
  const stay = (event: Event) => event.preventDefault();
  window.addEventListener('click', stay);
  const [link, anchor] = root.querySelectorAll('a');
  const press = (on?: Element, init: MouseEventInit = {}) =>
    on?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }));
  press(anchor);
  press(link, { ctrlKey: true });
  expect(stop).not.toHaveBeenCalled();
  press(link);
  expect(stop).toHaveBeenCalledOnce();
  lose('script');
  expect(shown()).toEqual([]);
  endWait();
  press(link);
  expect(stop).toHaveBeenCalledOnce();
  window.removeEventListener('click', stay);
  vi.unstubAllGlobals();
});

it('says nothing of what is lost once it has started', () => {
  endWait();
  lose('script');
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual([]);
});
