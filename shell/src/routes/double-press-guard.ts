/** How soon the same key pressed again still belongs to the press before, in milliseconds. A hand that presses twice takes 100 to 250. */
const together = 300;

/** What is pressed as one, with all that is drawn in it. */
const controls = 'a, button, input, select, textarea, label, summary';

/**
 * Takes a second press for what it is: the end of a double click, or a key that was held or hit twice. By then the first one may have changed
 * the page, and what lies there now was never meant: the next request in a list, the form of a dialog that has just opened, its backdrop, a
 * link beneath one that has closed. So a second press counts only on what the first one was on, while that says the same; there `useAction` sees
 * to the rest.
 */
export function guardSecondPress(): void {
  guardPointer();
  guardKeys();
}

/** Browsers count presses at one place, in the time that the system calls a double click, from 1 in `detail`. */
function guardPointer(): void {
  let first: Element | null = null;
  let meant = '';
  let isElsewhere = false;
  // On `window`: before every other listener of the site.
  addEventListener(
    'mousedown',
    (event) => {
      const control = controlOf(event.target);
      if (event.detail < 2) {
        first = control;
        meant = meaningOf(control);
      }
      isElsewhere = control !== first || meaningOf(control) !== meant;
      // The focus, too, stays where the first press brought it.
      if (isElsewhere) swallow(event);
    },
    { capture: true },
  );
  addEventListener(
    'click',
    (event) => {
      // By what was under the press: a label makes another click, on its field. Keys and scripts count no presses.
      if (isElsewhere && event.detail > 1) swallow(event);
    },
    { capture: true },
  );
}

function guardKeys(): void {
  let last: { key: string; target: EventTarget | null; meant: string; at: number } | null = null;
  addEventListener(
    'keydown',
    (event) => {
      const { key, target, repeat, timeStamp: at } = event;
      if (key !== 'Enter' && key !== ' ') {
        last = null;
        return;
      }
      const isSecond = last?.key === key && (repeat || at - last.at < together);
      const now = { target, meant: meaningOf(controlOf(target)) };
      const on = isSecond && last ? last : now;
      const isHeld = key === 'Enter' && repeat && !isForLines(target);
      if (isHeld || on.target !== target || on.meant !== now.meant) swallow(event);
      last = { key, target: on.target, meant: on.meant, at };
    },
    { capture: true },
  );
}

function controlOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? (target.closest(controls) ?? target) : null;
}

/** What a press does, in words: in a field, what the button of its form says. A question that an answer has put there was not read yet. */
function meaningOf(control: Element | null): string {
  const isField = control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
  const says = isField ? control.form?.querySelector('[type=submit]') : control;
  return says instanceof HTMLTextAreaElement ? '' : (says?.textContent ?? '');
}

/** Where a held Enter makes empty lines, and sends nothing. */
function isForLines(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement;
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
