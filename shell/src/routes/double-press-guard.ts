/** The interval in which a repeated key counts as a double press, in milliseconds. A hand takes 100 to 250. */
const together = 300;

/** The elements that are pressed as a whole, with their content. */
const controls = 'a, button, input, select, textarea, label, summary';

/**
 * Debounces double clicks and repeated keys. The first press may have changed the page, so that the second hits something it was not meant for: the
 * next request in a list, a form in a dialog that has just opened, its backdrop, a link below a closed dialog. A second press counts only on the
 * same element while its label is the same; there `useAction` prevents a second request.
 */
export function guardSecondPress(): void {
  guardPointer();
  guardKeys();
}

/** `detail` counts the presses at one place within the system's double-click time, from 1. */
function guardPointer(): void {
  let first: Element | null = null;
  let meant = '';
  let isElsewhere = false;
  // In the capture phase on `window`, before every other listener of the site.
  addEventListener(
    'mousedown',
    (event) => {
      const control = controlOf(event.target);
      if (event.detail < 2) {
        first = control;
        meant = meaningOf(control);
      }
      isElsewhere = control !== first || meaningOf(control) !== meant;
      // The focus also stays where the first press moved it.
      if (isElsewhere) swallow(event);
    },
    { capture: true },
  );
  addEventListener(
    'click',
    (event) => {
      // Compared by the pressed element, because a label dispatches another click on its field. Keys and scripts have no count.
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

/** The label of an action: in a field that of the form's submit button. A different label means that the member has not read it yet. */
function meaningOf(control: Element | null): string {
  const isField = control instanceof HTMLInputElement || control instanceof HTMLSelectElement;
  const says = isField ? control.form?.querySelector('[type=submit]') : control;
  return says instanceof HTMLTextAreaElement ? '' : (says?.textContent ?? '');
}

/** A text area, where holding Enter adds lines and sends nothing. */
function isForLines(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement;
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
