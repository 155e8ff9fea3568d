import { afterEach, expect, it } from 'vitest';
import { focusHeading, mainId } from './focus-heading.ts';

afterEach(() => document.body.replaceChildren());

it('waits for the heading of the new page while the page before it is hidden, not gone', async () => {
  document.body.innerHTML = `<main id="${mainId}" tabindex="-1"><h1>The page before</h1></main>`;
  const [main, before] = document.querySelectorAll<HTMLElement>('main, h1');
  if (!main || !before) throw new Error('The page is not there');
  // As browsers do with what is not displayed; happy-dom displays everything.
  before.focus = () => undefined;
  focusHeading();
  expect(document.activeElement).toBe(main);

  const heading = document.createElement('h1');
  main.append(heading);
  await expect.poll(() => document.activeElement).toBe(heading);
});
