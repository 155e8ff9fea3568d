import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInThisContext } from 'node:vm';
import { renderedMark } from '@frens/compose';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, onTestFinished, vi } from 'vitest';

const html = readFileSync(path.join(import.meta.dirname, '../public/index.html'), 'utf8');
const [, script = ''] = /<script>([^]*?)<\/script>/.exec(html) ?? [];

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

it('shows what is chosen and typed before the page is hydrated, and does all that was done there in its order afterwards', async () => {
  // Listeners of the same script in other files' tests stay.
  dispatchEvent(new Event('scripts-lost'));
  onTestFinished(() => {
    performance.clearMeasures();
    document.documentElement.removeAttribute(renderedMark);
    document.body.replaceChildren();
  });
  document.documentElement.setAttribute(renderedMark, '');
  document.body.innerHTML = `<div id="root">${renderToString(<Page />)}</div>`;
  runInThisContext(script);
  globalThis.pageStart?.end();
  const root = document.querySelector('#root');
  const [a, b, box, words] = root?.querySelectorAll('input') ?? [];
  const [other, next, last] = root?.querySelectorAll('button') ?? [];
  if (!root || !words) throw new Error('The page is not there.');
  const checked = () => [a, b, box].map((one) => one?.checked);

  for (const control of [a, b, next, box, other, next]) control?.click();
  words.value = 'abc';
  words.dispatchEvent(new Event('input', { bubbles: true }));
  last?.click();
  expect(checked()).toEqual([false, true, true]);
  expect(done).toEqual([]);

  hydrateRoot(root, <Page />);
  performance.measure('mf-x mount');
  // What the first presses have renamed was not meant.
  await vi.waitFor(() => expect([...new Set(done)]).toEqual(['checked', 'other', 'b and on from 1', 'abc']));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(done.at(-1)).toBe('abc');
  expect(done.filter((what) => what === 'other')).toHaveLength(1);
  expect(checked()).toEqual([false, true, true]);
});
