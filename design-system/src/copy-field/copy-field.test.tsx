import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CopyField } from './copy-field.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const link = 'https://frens.example/auth?invite=abc';

describe('CopyField', () => {
  it('copies its value and confirms it', async () => {
    const user = userEvent.setup();
    const copied = vi.fn<(outcome: { copied: boolean }) => void>();
    render(<CopyField label="Your link" value={link} onCopy={copied} />);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe(link);
    expect(copied).toHaveBeenCalledExactlyOnceWith({ copied: true });
    expect(screen.getByRole('button', { name: 'Copied' })).toBeDefined();
  });

  it('selects the text if the clipboard is unavailable', async () => {
    const user = userEvent.setup();
    const copied = vi.fn<(outcome: { copied: boolean }) => void>();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    render(<CopyField label="Your link" value={link} onCopy={copied} />);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    const input = screen.getByLabelText<HTMLInputElement>('Your link');
    expect(input.selectionEnd).toBe(link.length);
    expect(copied).toHaveBeenCalledExactlyOnceWith({ copied: false });
    expect(screen.getByRole('button', { name: 'Copy it yourself' })).toBeDefined();
  });
});
