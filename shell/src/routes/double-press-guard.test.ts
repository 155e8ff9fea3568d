import { beforeAll, beforeEach, expect, it } from 'vitest';
import { guardSecondPress } from './double-press-guard.ts';

const pressed: string[] = [];

beforeAll(() => {
  guardSecondPress();
  document.addEventListener('click', ({ target }) => target instanceof Element && pressed.push(target.id));
  document.addEventListener(
    'keydown',
    ({ target, key }) => target instanceof Element && pressed.push(`${key} ${target.id}`),
  );
});
beforeEach(() => {
  document.body.innerHTML = `
    <button id="first"><svg id="icon"></svg></button><button id="second"></button><textarea id="words"></textarea>
    <form id="form"><input id="amount"><button type="submit" id="send">Withdraw</button></form>
    <label id="label"><input type="checkbox" id="switch"></label>`;
  // Another key, so that a press of the test before is no first one.
  key('words', 'Escape', 0);
  pressed.length = 0;
});

const element = (id: string) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`No #${id}`);
  return found;
};

/** As browsers tell of one press of a pointer. @returns whether it took the focus along */
function press(id: string, detail: number): boolean {
  const init = { bubbles: true, cancelable: true, detail };
  const takesFocus = element(id).dispatchEvent(new MouseEvent('mousedown', init));
  element(id).dispatchEvent(new MouseEvent('click', init));
  return takesFocus;
}

it('lets the second click of a double click do nothing to what came under the pointer meanwhile', () => {
  expect(press('first', 1)).toBe(true);
  element('first').remove();
  expect(press('second', 2)).toBe(false);
  expect(press('second', 3)).toBe(false);
  expect(pressed).toEqual(['first']);
  press('second', 1);
  expect(pressed).toEqual(['first', 'second']);
});

it('leaves it to the control that the first one was on, whatever is drawn in it by now', () => {
  press('icon', 1);
  element('icon').remove();
  press('first', 2);
  expect(pressed).toEqual(['icon', 'first']);
});

it('knows the click that a label makes on its field', () => {
  press('label', 1);
  press('label', 2);
  expect(pressed.toSorted()).toEqual(['label', 'label', 'switch', 'switch']);
});

it('takes no click of a key or a script for a second press', () => {
  press('first', 1);
  press('second', 2);
  element('second').click();
  expect(pressed).toEqual(['first', 'second']);
});

/** @returns whether it did something */
function key(id: string, name: string, at: number, repeat = false): boolean {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, repeat });
  Object.defineProperty(event, 'timeStamp', { value: at });
  return element(id).dispatchEvent(event);
}

it.each(['Enter', ' '])(
  'lets the key %o, hit twice or held, do nothing to what took the focus meanwhile',
  (name) => {
    expect(key('first', name, 1_000)).toBe(true);
    expect(key('second', name, 1_150)).toBe(false);
    // Held until the system repeats it.
    expect(key('second', name, 1_900, true)).toBe(false);
    expect(key('second', name, 1_930, true)).toBe(false);
    expect(pressed).toEqual([`${name} first`]);
    // Meant.
    expect(key('second', name, 2_400)).toBe(true);
  },
);

it.each([
  ['the field', 'amount'],
  ['the button', 'send'],
])('lets an Enter hit twice in %s not answer a question that the first one brought there', (_where, id) => {
  expect(key(id, 'Enter', 1_000)).toBe(true);
  element('send').textContent = 'Withdraw and leave the circle';
  expect(key(id, 'Enter', 1_200)).toBe(false);
  expect(key(id, 'Enter', 1_400)).toBe(false);
  // Read, and meant.
  expect(key(id, 'Enter', 2_400)).toBe(true);
});

it('lets the second click of a double click not answer such a question, either', () => {
  expect(press('send', 1)).toBe(true);
  element('send').textContent = 'Withdraw and leave the circle';
  expect(press('send', 2)).toBe(false);
  expect(press('send', 1)).toBe(true);
  expect(pressed).toEqual(['send', 'send']);
});

it('sends nothing by an Enter that is held, however long the answer took', () => {
  expect(key('amount', 'Enter', 1_000)).toBe(true);
  expect(key('amount', 'Enter', 1_500, true)).toBe(false);
  expect(key('amount', 'Enter', 4_500, true)).toBe(false);
  expect(key('amount', ' ', 4_600)).toBe(true);
  expect(key('amount', ' ', 4_630, true)).toBe(true);
});

it('leaves keys alone that are pressed where the first one was, after another key, or later', () => {
  key('words', 'Enter', 1_000);
  key('words', 'Enter', 1_100);
  key('words', 'Enter', 1_130, true);
  key('words', 'Tab', 1_150);
  key('first', 'Enter', 1_200);
  key('second', ' ', 1_250);
  key('first', 'Enter', 1_300);
  key('second', 'Enter', 1_700);
  expect(pressed).toHaveLength(8);
});
