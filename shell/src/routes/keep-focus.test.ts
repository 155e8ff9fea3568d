import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { keepFocus } from './keep-focus.ts';

beforeAll(keepFocus);
beforeEach(() => {
  document.body.innerHTML = `
    <main id="main" tabindex="-1">
      <article id="card"><button id="join">Join</button><button id="more">Read more</button></article>
    </main>`;
  // jsdom lays nothing out: without a height every part would count as hidden.
  for (const element of document.querySelectorAll('main, article')) {
    Object.defineProperty(element, 'clientHeight', { value: 10 });
  }
});
afterEach(() => document.body.replaceChildren());

const element = (id: string) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`No #${id}`);
  return found;
};
const settled = () => new Promise((resolve) => setTimeout(resolve, 10));

it('moves to what is around a control that went away', async () => {
  element('join').focus();
  element('join').remove();
  await settled();
  expect(document.activeElement).toBe(element('card'));
});

it('moves to the page when everything around it went away', async () => {
  element('join').focus();
  element('card').remove();
  await settled();
  expect(document.activeElement).toBe(element('main'));
});

it('leaves the focus where the screen itself put it', async () => {
  element('join').focus();
  element('join').remove();
  element('more').focus();
  await settled();
  expect(document.activeElement).toBe(element('more'));
});

it('brings nothing back that was given up by a click beside it', async () => {
  element('join').focus();
  element('join').blur();
  await settled();
  element('join').remove();
  await settled();
  expect(document.activeElement).toBe(document.body);
});
