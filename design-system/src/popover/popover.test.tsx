import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { Button } from '../button/button.tsx';
import { violationsIn } from '../internal/describe-component.tsx';
import { Popover } from './popover.tsx';

afterEach(cleanup);

function News() {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button ref={anchor} onClick={() => setOpen((open) => !open)}>
        Open
      </Button>
      {isOpen ? (
        <Popover label="News" anchor={anchor} onClose={() => setOpen(false)} className="own">
          <a href="#one">One</a>
        </Popover>
      ) : null}
      <a href="#after">After</a>
    </>
  );
}

const panel = () => screen.queryByRole('dialog', { name: 'News' });

async function open() {
  const user = userEvent.setup();
  const { baseElement } = render(<News />);
  const opener = screen.getByRole('button', { name: 'Open' });
  await user.click(opener);
  return { user, opener, baseElement };
}

it('takes the focus, continues with Tab, and restores the focus on Escape', async () => {
  const { user, opener, baseElement } = await open();
  expect(document.activeElement).toBe(panel());
  expect(panel()?.classList).toContain('own');
  expect(await violationsIn(baseElement)).toEqual([]);
  await user.tab();
  expect(document.activeElement?.textContent).toBe('One');
  await user.keyboard('{Escape}');
  expect(panel()).toBeNull();
  expect(document.activeElement).toBe(opener);
});

it('closes when the focus leaves, on a press outside, and on its button', async () => {
  const { user, opener } = await open();
  await user.tab();
  await user.tab();
  expect(document.activeElement?.textContent).toBe('After');
  expect(panel()).toBeNull();
  await user.click(opener);
  await user.click(document.body);
  expect(panel()).toBeNull();
  await user.click(opener);
  expect(panel()).not.toBeNull();
  await user.click(opener);
  expect(panel()).toBeNull();
});
