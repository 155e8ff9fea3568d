import { beforeEach, expect, it } from 'vitest';
import { askAfreshAfterFailures } from './fresh-addresses.ts';

const { head } = document;
const appendChild = head.appendChild.bind(head);
const file = 'https://frens.example/remotes/mf-quiz/1/remoteEntry.js';
const sheet = 'https://frens.example/remotes/mf-quiz/1/a.css';
const script = (src = file) => Object.assign(document.createElement('script'), { src });
const style = (href = sheet) => Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
const hint = (href: string) => Object.assign(document.createElement('link'), { rel: 'preload', href });

beforeEach(() => {
  // Nothing is loaded: an element outside of the document asks for nothing.
  const bin = document.createElement('head');
  Object.assign(head, { appendChild: (node: Node) => bin.appendChild(node) });
  head.querySelectorAll = bin.querySelectorAll.bind(bin);
  askAfreshAfterFailures();
  return () => Object.assign(head, { appendChild });
});
/** Some file of the page does not come. */
function fail(): void {
  const lost = document.createElement('link');
  document.body.append(lost);
  lost.dispatchEvent(new Event('error'));
  lost.remove();
}
const asked = <Added extends Node>(node: Added): Added => head.appendChild(node);

it('keeps the address of a first request, also after a preload hint', () => {
  asked(hint(file));
  expect(asked(script()).src).toBe(file);
  expect(asked(style()).href).toBe(sheet);
});

it('gives every retry a new address', () => {
  const addresses = [1, 2, 3].map(() => asked(script()).src);
  expect(addresses).toEqual([file, `${file}?retry=1`, `${file}?retry=2`]);
});

it('bypasses a preload hint that may have failed', () => {
  asked(hint(file));
  asked(hint(sheet));
  fail();
  const addresses = [asked(script()).src, asked(script()).src, asked(style()).href];
  expect(addresses).toEqual([`${file}?retry=1`, `${file}?retry=2`, `${sheet}?retry=3`]);
});

it('leaves scripts without an address alone', () => {
  const inline = () => asked(document.createElement('script')).getAttribute('src');
  expect([inline(), inline()]).toEqual([null, null]);
});
