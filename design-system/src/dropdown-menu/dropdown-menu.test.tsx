import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, Suspense } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from '../button/button.tsx';
import { violationsIn } from '../internal/describe-component.tsx';
import { DropdownMenu, Menu, MenuItem, MenuLabel, MenuSeparator } from './dropdown-menu.tsx';
import { MenuTrigger } from './menu-trigger.tsx';

afterEach(cleanup);

function UserMenu({ onLogout = () => {}, onPrivacy = () => {} }) {
  return (
    <>
      <DropdownMenu trigger={<Button>Amara</Button>}>
        <MenuLabel>Signed in as Amara</MenuLabel>
        <MenuItem asChild>
          <a href="#profile">Profile</a>
        </MenuItem>
        <MenuItem disabled onSelect={onPrivacy}>
          Privacy
        </MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={onLogout}>Logout</MenuItem>
      </DropdownMenu>
      <p>Elsewhere</p>
    </>
  );
}

const trigger = () => screen.getByRole('button', { name: 'Amara' });
const focused = () => document.activeElement?.textContent;

describe('DropdownMenu', () => {
  it('opens by pointer, is labelled by its button and has no violation', async () => {
    const user = userEvent.setup();
    const { baseElement } = render(<UserMenu />);
    await user.click(trigger());
    expect(screen.getByRole('menu', { name: 'Amara' })).toBeDefined();
    expect(trigger().getAttribute('aria-expanded')).toBe('true');
    expect(await violationsIn(baseElement)).toEqual([]);
    await user.click(trigger());
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('moves by arrow keys, Home, End and type-ahead, past disabled items', async () => {
    const user = userEvent.setup();
    render(<UserMenu />);
    await user.tab();
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Profile');
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Logout');
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Profile');
    await user.keyboard('{End}');
    expect(focused()).toBe('Logout');
    await user.keyboard('{Home}');
    expect(focused()).toBe('Profile');
    await user.keyboard('l');
    expect(focused()).toBe('Logout');
  });

  it('starts at the last item when opened by the up arrow', async () => {
    const user = userEvent.setup();
    render(<UserMenu />);
    await user.tab();
    await user.keyboard('{ArrowUp}');
    expect(focused()).toBe('Logout');
  });

  it.each(['{Enter}', ' '])('runs the item on %j, closes and restores focus', async (key) => {
    const user = userEvent.setup();
    const logout = vi.fn<() => void>();
    render(<UserMenu onLogout={logout} />);
    await user.click(trigger());
    await user.keyboard(`{End}${key}`);
    expect(logout).toHaveBeenCalledOnce();
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(trigger());
  });

  it('closes on Escape with the focus restored, on Tab, and on a press outside', async () => {
    const user = userEvent.setup();
    render(<UserMenu />);
    await user.click(trigger());
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(trigger());
    await user.click(trigger());
    await user.tab();
    expect(screen.queryByRole('menu')).toBeNull();
    await user.click(trigger());
    await user.click(screen.getByText('Elsewhere'));
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('ignores a disabled item', async () => {
    const user = userEvent.setup();
    const privacy = vi.fn<() => void>();
    render(<UserMenu onPrivacy={privacy} />);
    await user.click(trigger());
    await user.click(screen.getByRole('menuitem', { name: 'Privacy' }));
    expect(privacy).not.toHaveBeenCalled();
    expect(screen.getByRole('menu')).toBeDefined();
  });

  it('opens a lazily loaded menu from the same button', async () => {
    const user = userEvent.setup();
    const Later = lazy(async () => ({
      default: () => (
        <Menu>
          <MenuItem>Profile</MenuItem>
        </Menu>
      ),
    }));
    render(
      <MenuTrigger trigger={<Button>Amara</Button>}>
        <Suspense>
          <Later />
        </Suspense>
      </MenuTrigger>,
    );
    expect(trigger().getAttribute('aria-expanded')).toBe('false');
    await user.click(trigger());
    expect(await screen.findByRole('menu', { name: 'Amara' })).toBeDefined();
  });
});
