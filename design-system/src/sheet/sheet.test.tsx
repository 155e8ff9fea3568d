import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { Button } from '../button/button.tsx';
import { violationsIn } from '../internal/describe-component.tsx';
import { Sheet } from './sheet.tsx';

afterEach(cleanup);

describe('Sheet', () => {
  it('opens, lets its content close it, and restores the focus', async () => {
    const user = userEvent.setup();
    const { baseElement } = render(
      <Sheet title="Menu" trigger={<Button>Menu</Button>}>
        {(close) => (
          <a href="#circles" onClick={close}>
            Circles
          </a>
        )}
      </Sheet>,
    );
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    expect(screen.getByRole('dialog', { name: 'Menu' })).toBeDefined();
    expect(await violationsIn(baseElement)).toEqual([]);
    await user.click(screen.getByRole('link', { name: 'Circles' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Menu' }));
  });
});
