import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { enforceIntegrity } from './enforce-integrity.ts';

const hash = `sha256-${'A'.repeat(43)}=`;
const { head } = document;
const methods = { appendChild: head.appendChild, insertBefore: head.insertBefore };
/** What the page has asked the browser for. */
let added: Node[];
/** The rule that the browser asks for every address of a script. */
let ruled: (address: string) => string;

beforeEach(() => {
  added = [];
  const add = <Added extends Node>(node: Added) => {
    added.push(node);
    return node;
  };
  Object.assign(head, { appendChild: add, insertBefore: add });
  vi.stubGlobal('trustedTypes', {
    createPolicy(name: string, rules: { createScriptURL: typeof ruled }) {
      if (name === 'default') ruled = rules.createScriptURL;
    },
  });
  enforceIntegrity(
    new Map([
      ['/remotes/mf-quiz/1/a.js', hash],
      ['/remotes/mf-quiz/1/a.css', hash],
    ]),
  );
  return () => {
    Object.assign(head, methods);
    vi.unstubAllGlobals();
  };
});
afterEach(() => vi.restoreAllMocks());

const script = (src: string) => Object.assign(document.createElement('script'), { src });
const link = (href: string, rel = 'stylesheet') =>
  Object.assign(document.createElement('link'), { href, rel });

it.each([
  ['a script', () => script('/remotes/mf-quiz/1/a.js')],
  ['a script that is asked for again', () => script('/remotes/mf-quiz/1/a.js?retry=2')],
  ['a style', () => link('/remotes/mf-quiz/1/a.css')],
  ['a hint', () => link('/remotes/mf-quiz/1/a.js', 'preload')],
])('adds the hash to %s', (_case, make) => {
  for (const add of [(node: Node) => head.appendChild(node), (node: Node) => head.insertBefore(node, null)]) {
    const node = make();
    add(node);
    expect(added.at(-1)).toBe(node);
    expect(node).toMatchObject({ integrity: hash, crossOrigin: 'anonymous' });
  }
});

it.each([
  ['a script that is not listed', () => script('/remotes/mf-quiz/1/evil.js')],
  ['a script from elsewhere', () => script('https://evil.example/remotes/mf-quiz/1/a.js')],
  ['a script with another query', () => script('/remotes/mf-quiz/1/a.js?retry=2&x')],
  ['a style that is not listed', () => link('/remotes/mf-quiz/1/evil.css')],
  ['a hint that is not listed', () => link('/remotes/mf-quiz/1/evil.js', 'preload')],
])('never adds %s, logs it, and dispatches an error', async (_case, make) => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const node = make();
  const failed = new Promise((resolve) => node.addEventListener('error', resolve));
  head.appendChild(node);
  await failed;
  expect(added).toEqual([]);
  expect(said).toHaveBeenCalledWith(expect.stringContaining('Not listed'));
});

it('ignores other elements', () => {
  const icon = link('/favicon.svg', 'icon');
  head.appendChild(icon);
  expect(added).toEqual([icon]);
  expect(icon.integrity).not.toBe(hash);
});

it('refuses unlisted script addresses', () => {
  expect(ruled('/remotes/mf-quiz/1/a.js?retry=1')).toBe('/remotes/mf-quiz/1/a.js?retry=1');
  expect(ruled('https://evil.example/a.js')).toBe('blob:refused');
});
