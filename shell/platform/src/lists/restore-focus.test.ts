import { afterEach, beforeEach, expect, it } from 'vitest';
import { restoreFocus } from './restore-focus.ts';

beforeEach(() => {
  document.body.innerHTML = `
    <main>
      <header><h1 id="page">Circles</h1></header>
      <section>
        <h2 id="list">Your circles</h2>
        <div id="in-list"><h3>They did not come</h3><button>Try again</button></div>
      </section>
      <div>
        <div id="above-another"><h3>Nothing came</h3><button>Try again</button></div>
        <h2>Stories</h2>
      </div>
    </main>
    <footer><h2 id="footer">Company</h2></footer>`;
});
afterEach(() => document.body.replaceChildren());

const element = (id: string) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`No #${id}`);
  return found;
};

/** Takes a part away in which something had just been pressed, as React does. */
async function pressAndGo(id: string): Promise<void> {
  const part = element(id);
  const leave = restoreFocus(part);
  part.querySelector('button')?.focus();
  leave?.();
  part.remove();
  await Promise.resolve();
}

it.each([
  ['the part around it', 'in-list', 'list'],
  ['the page, not to one that stands below', 'above-another', 'page'],
])('goes on at the heading of %s', async (_what, part, heading) => {
  await pressAndGo(part);
  expect(document.activeElement).toBe(element(heading));
});

it('leaves a page that was nothing else to its next heading, and does not go on below the page', async () => {
  document.querySelector('header')?.remove();
  document.querySelector('section')?.remove();
  document.querySelector('main h2')?.remove();
  await pressAndGo('above-another');
  expect(document.activeElement).toBe(document.body);
});
