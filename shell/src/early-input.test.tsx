import { renderedMark } from '@frens/compose';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { runPageScript } from './testing/page-script.ts';

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');

/** Opens a rendered page whose scripts have not come. */
function openRendered(page: ReactNode) {
  document.documentElement.setAttribute(renderedMark, '');
  document.body.innerHTML = `<div id="root">${renderToString(page)}</div>`;
  const stop = runPageScript();
  globalThis.pageStart?.end();
  onTestFinished(() => {
    stop();
    performance.clearMeasures();
    document.documentElement.removeAttribute(renderedMark);
    document.body.replaceChildren();
  });
  const root = document.querySelector('#root');
  if (!root) throw new Error('The page is not there.');
  return root;
}

const fieldOf = (root: Element, name: string) => {
  const field = root.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  if (!field) throw new Error(`There is no ${name}.`);
  return field;
};

/** As a browser does it: the text changes in the field, and no script is asked. */
function typeInto(field: HTMLInputElement, text: string): void {
  for (const key of text) {
    const at = field.selectionStart ?? field.value.length;
    native?.set?.call(field, field.value.slice(0, at) + key + field.value.slice(at));
    field.setSelectionRange(at + 1, at + 1);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

const done: string[] = [];
const say = (what: string) => () => void done.push(what);

function Page() {
  const [step, setStep] = useState(1);
  const [choice, setChoice] = useState('');
  const radio = (value: string) => (
    <input type="radio" name="choice" checked={choice === value} onChange={() => setChoice(value)} />
  );
  return (
    <main>
      {radio('a')}
      {radio('b')}
      <input type="checkbox" onChange={say('checked')} />
      <input name="words" onChange={({ target }) => done.push(target.value)} />
      <button type="button" onClick={say('other')}>
        Other
      </button>
      <button
        type="button"
        onClick={() => {
          done.push(`${choice} and on from ${step}`);
          setStep(step + 1);
        }}
      >
        Next after {step}
      </button>
      <button type="button" onClick={say(`last of ${step}`)}>
        Last of {step}
      </button>
    </main>
  );
}

it('shows what is chosen and typed before the page is hydrated, and does all that was pressed there in its order afterwards', async () => {
  const root = openRendered(<Page />);
  const [a, b, box] = root.querySelectorAll('input');
  const [other, next, last] = root.querySelectorAll('button');
  const checked = () => [a, b, box].map((one) => one?.checked);

  for (const control of [a, b, next, box, other, next]) control?.click();
  typeInto(fieldOf(root, 'words'), 'abc');
  last?.click();
  expect(checked()).toEqual([false, true, true]);
  expect(done).toEqual([]);

  hydrateRoot(root, <Page />);
  performance.measure('mf-x mount');
  // What the first presses have renamed was not meant.
  await vi.waitFor(() => expect(done).toEqual(['checked', 'abc', 'other', 'b and on from 1']));
  await nextFrame();
  await nextFrame();
  expect(done).toHaveLength(4);
  expect(checked()).toEqual([false, true, true]);
});

function Buttons({ names }: { names: readonly string[] }) {
  return names.map((name) => (
    <button key={name} type="button" onClick={say(name)}>
      {name}
    </button>
  ));
}

/** A page in two parts, which are hydrated on their own. */
function openParts() {
  const parts = (
    <>
      <header>
        <Buttons names={['Menu']} />
      </header>
      <main>
        <Buttons names={['More']} />
      </main>
    </>
  );
  const [header, main] = openRendered(parts).children;
  if (!header || !main) throw new Error('The parts are not there.');
  return { header, main };
}

/** Presses in both parts, of which the one that was pressed later is hydrated, and the other does not come for long. */
async function pressBeforeSlowPart() {
  done.length = 0;
  const { header, main } = openParts();
  main.querySelector('button')?.click();
  header.querySelector('button')?.click();
  const now = vi.spyOn(performance, 'now').mockReturnValue(60_000);
  onTestFinished(() => now.mockRestore());
  hydrateRoot(header, <Buttons names={['Menu']} />);
  await vi.waitFor(() => expect(Object.keys(header.children[0] ?? {}).join(' ')).toContain('__reactProps'));
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(done).toEqual([]);
  return main;
}

it('replays presses in their order, however late what was pressed first is hydrated', async () => {
  const main = await pressBeforeSlowPart();
  hydrateRoot(main, <Buttons names={['More']} />);
  performance.measure('mf-x mount');
  await vi.waitFor(() => expect(done).toEqual(['More', 'Menu']));
});

it('replays what was pressed after a press in a part that is lost', async () => {
  const main = await pressBeforeSlowPart();
  main.addEventListener('click', say('pressed in vain'));
  dispatchEvent(new Event('scripts-lost'));
  expect(done).toEqual(['pressed in vain', 'Menu']);
});

it.each([
  ['the one in its place', ['Share', 'Join'], ['Join']],
  ['none where others have come', ['Share', 'Report', 'Join'], []],
])('presses of a translated page whose elements React replaces %s', async (_which, names, pressed) => {
  done.length = 0;
  const root = openRendered(<Buttons names={['Share', 'Join']} />);
  const join = root.querySelectorAll('button')[1];
  join?.replaceChildren(Object.assign(document.createElement('font'), { textContent: 'Unirse' }));
  join?.click();
  createRoot(root).render(<Buttons names={names} />);
  performance.measure('mf-x mount');
  for (let frame = 0; frame < 5; frame += 1) await nextFrame();
  expect(done).toEqual(pressed);
});

const neverChanges = () => () => {};

/** What React knows is in the title. */
function SearchPage({ heading = 'Circles' }: { heading?: string }) {
  const [text, setText] = useState('');
  // Differs after hydration, so that React writes what it knows into the field.
  const isLive = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return (
    <main title={text}>
      <h1>{heading}</h1>
      <input name="q" data-live={isLive} value={text} onChange={({ target }) => setText(target.value)} />
    </main>
  );
}

it('keeps every key and the caret in a field that is typed into while React hydrates it', async () => {
  const root = openRendered(<SearchPage />);
  const field = fieldOf(root, 'q');
  typeInto(field, '0156789');
  field.setSelectionRange(2, 2);
  typeInto(field, '2');
  hydrateRoot(root, <SearchPage />);
  await vi.waitFor(() => expect(Object.keys(field).some((key) => key.startsWith('__reactProps'))).toBe(true));
  await nextFrame();
  expect([field.value, field.selectionStart]).toEqual(['01256789', 3]);
  typeInto(field, '3');
  await nextFrame();
  performance.measure('mf-x mount');
  typeInto(field, '4');
  await nextFrame();
  await nextFrame();
  expect([field.value, field.selectionStart]).toEqual(['0123456789', 5]);
  expect(root.querySelector('main')?.title).toBe('0123456789');
  // From here on it is React's.
  typeInto(field, 'x');
  await nextFrame();
  expect(root.querySelector('main')?.title).toBe('01234x56789');
  expect(Object.hasOwn(field, 'value')).toBe(false);
});

it('moves what was typed, and the caret, to the field that React renders instead', async () => {
  const root = openRendered(<SearchPage heading="Kreise" />);
  const rendered = fieldOf(root, 'q');
  rendered.focus();
  typeInto(rendered, 'ac');
  rendered.setSelectionRange(1, 1);
  hydrateRoot(root, <SearchPage />, { onRecoverableError: () => {} });
  await vi.waitFor(() => expect(rendered.isConnected).toBe(false));
  const field = fieldOf(root, 'q');
  await vi.waitFor(() => expect(document.activeElement).toBe(field));
  typeInto(field, 'b');
  performance.measure('mf-x mount');
  await vi.waitFor(() => expect(root.querySelector('main')?.title).toBe('abc'));
  expect([field.value, field.selectionStart]).toEqual(['abc', 2]);
});

function SignInPage({ send }: { send: (name: string) => void }) {
  const [name, setName] = useState('');
  return (
    <main>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(name);
        }}
      >
        <input name="name" value={name} onChange={({ target }) => setName(target.value)} />
        <button type="submit">Sign In</button>
      </form>
    </main>
  );
}

it.each([
  ['with what stands in it', ['abc', 'press'], ['abc']],
  ['not when it was corrected after that', ['ab', 'press', 'c'], []],
  ['when it was pressed again', ['ab', 'press', 'c', 'press'], ['abc']],
])('sends a form that was sent early %s', async (_how, steps, sent) => {
  const send = vi.fn<(name: string) => void>();
  const root = openRendered(<SignInPage send={send} />);
  const field = fieldOf(root, 'name');
  for (const step of steps)
    if (step === 'press') root.querySelector('button')?.click();
    else typeInto(field, step);
  hydrateRoot(root, <SignInPage send={send} />);
  performance.measure('mf-x mount');
  for (let frame = 0; frame < 5; frame += 1) await nextFrame();
  expect(send.mock.calls.flat()).toEqual(sent);
  expect(field.value).toBe('abc');
});
