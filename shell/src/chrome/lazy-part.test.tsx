import { TestProviders } from '@frens/platform/testing';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { LatePart } from './lazy-part.tsx';

afterEach(cleanup);

const opener = () => screen.getByRole('button');
const expanded: (string | null)[] = [];

function Panel() {
  expanded.push(opener().getAttribute('aria-expanded'));
  return <p>The panel</p>;
}

function Menu() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen ? (
        <LatePart setOpen={setOpen}>
          <Panel />
        </LatePart>
      ) : null}
    </>
  );
}

it('is rendered once the press that opens it has been answered', async () => {
  render(
    <TestProviders path="/">
      <Menu />
    </TestProviders>,
  );
  await userEvent.click(opener());
  expect(await screen.findByText('The panel')).toBeTruthy();
  expect(expanded[0]).toBe('true');
});
