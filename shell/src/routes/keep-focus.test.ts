import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { trapRouteFocus } from './keep-focus.ts';

beforeAll(trapRouteFocus);
beforeEach(() => {
  document.body.innerHTML = `
    <main id="main" tabindex="-1">
      <h1 id="page">Circles</h1>
      <article id="card" aria-labelledby="name">
        <h2 id="name">Night walkers</h2>
        <footer><button id="join">Join</button><button id="more">Read more</button></footer>
      </article>
      <div><button id="clear">Clear Filters</button></div>
    </main>`;
  // jsdom lays nothing out: without a height every part would count as hidden.
  for (const element of document.querySelectorAll('main, article, footer, div')) {
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

it('moves to the name of what is around a control that went away', async () => {
  element('join').focus();
  element('join').remove();
  await settled();
  expect(document.activeElement).toBe(element('name'));
});

it('moves to a part that is named without a heading', async () => {
  element('card').removeAttribute('aria-labelledby');
  element('card').setAttribute('aria-label', 'Night walkers');
  element('join').focus();
  element('join').remove();
  await settled();
  expect(document.activeElement).toBe(element('card'));
});

it.each(['clear', 'card'])(
  'moves to the heading of the page when nothing named is left around: %s',
  async (gone) => {
    element(gone === 'card' ? 'join' : gone).focus();
    element(gone).remove();
    await settled();
    expect(document.activeElement).toBe(element('page'));
  },
);

it('moves to the heading that comes later, as after trying again', async () => {
  const heading = element('page');
  heading.remove();
  element('clear').focus();
  element('clear').remove();
  await settled();
  element('main').append(heading);
  await settled();
  expect(document.activeElement).toBe(heading);
});

it('moves to the page itself when it has no heading', async () => {
  element('page').remove();
  element('clear').focus();
  element('clear').remove();
  await settled();
  expect(document.activeElement).toBe(element('main'));
});

it('moves on from a control that was disabled, which the browser lets go of with the next frame', async () => {
  element('join').focus();
  // jsdom never does.
  requestAnimationFrame(() => vi.spyOn(document, 'activeElement', 'get').mockReturnValueOnce(document.body));
  element('join').setAttribute('disabled', '');
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(document.activeElement).toBe(element('name'));
});

/** As a question before something is deleted does: it takes the focus from what it was opened by, and is gone with the answer. */
function openDialog(name: string): HTMLElement {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', name);
  const answer = document.createElement('button');
  dialog.append(answer);
  document.body.append(dialog);
  answer.focus();
  return dialog;
}

it('moves to what is around that which a dialog was opened from, when both went away', async () => {
  element('join').focus();
  const dialog = openDialog('Leave?');
  element('join').remove();
  await settled();
  dialog.remove();
  await settled();
  expect(document.activeElement).toBe(element('name'));
});

it('does so behind a dialog over another one, too', async () => {
  element('join').focus();
  const [first, second] = [openDialog('Leave?'), openDialog('Really?')];
  first.querySelector('button')?.focus();
  second.remove();
  element('join').remove();
  await settled();
  first.remove();
  await settled();
  expect(document.activeElement).toBe(element('name'));
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
