import { beforeEach, expect, it } from 'vitest';
import { askAfreshAfterFailures } from './fresh-addresses.ts';

const { head } = document;
const appendChild = head.appendChild.bind(head);
const file = 'https://frens.example/remotes/mf-quiz/1/remoteEntry.js';
const sheet = 'https://frens.example/remotes/mf-quiz/1/a.css';
const script = (src = file) => Object.assign(document.createElement('script'), { src });
const style = (href = sheet) => Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
/** The server hints at files of remotes below the content. */
function hint(href: string): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), { rel: 'preload', href });
  document.body.append(link);
  return link;
}

beforeEach(() => {
  // Nothing is loaded: an element outside of the document asks for nothing.
  const bin = document.createElement('head');
  Object.assign(head, { appendChild: (node: Node) => bin.appendChild(node) });
  askAfreshAfterFailures();
  return () => {
    Object.assign(head, { appendChild });
    document.body.replaceChildren();
  };
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
  hint(file);
  expect(asked(script()).src).toBe(file);
  expect(asked(style()).href).toBe(sheet);
});

it('gives every retry a new address', () => {
  const addresses = [1, 2, 3].map(() => asked(script()).src);
  expect(addresses).toEqual([file, `${file}?retry=1`, `${file}?retry=2`]);
});

it('bypasses every preload hint that may have failed', () => {
  hint(file);
  hint(sheet);
  fail();
  const addresses = [asked(script()).src, asked(script()).src, asked(style()).href];
  expect(addresses).toEqual([`${file}?retry=1`, `${file}?retry=2`, `${sheet}?retry=3`]);
});

it.each(['before', 'after'])('takes what a preload hint brought %s another file failed', (when) => {
  const come = hint(file);
  if (when === 'after') fail();
  come.dispatchEvent(new Event('load'));
  if (when === 'before') fail();
  expect(asked(script()).src).toBe(file);
});

it('does not take it again where it came, but failed as a script', () => {
  const come = hint(file);
  asked(script());
  come.dispatchEvent(new Event('load'));
  expect(asked(script()).src).toBe(`${file}?retry=1`);
});

it('takes what is hinted at after a failure', () => {
  fail();
  hint(file);
  expect(asked(script()).src).toBe(file);
});

it('leaves scripts without an address alone', () => {
  const inline = () => asked(document.createElement('script')).getAttribute('src');
  expect([inline(), inline()]).toEqual([null, null]);
});
