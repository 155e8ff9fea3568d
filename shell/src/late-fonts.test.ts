import { expect, it, onTestFinished, vi } from 'vitest';
import { holdLateFonts } from './late-fonts.ts';

it('holds fonts that come late until the frame after the first press, and leaves those that are there', async () => {
  const late = { status: 'unloaded', display: 'swap' };
  const there = { status: 'loaded', display: 'swap' };
  Object.defineProperty(document, 'fonts', {
    configurable: true,
    value: Object.assign(new EventTarget(), { [Symbol.iterator]: () => [late, there].values() }),
  });
  onTestFinished(() => void Reflect.deleteProperty(document, 'fonts'));
  holdLateFonts();
  expect([late.display, there.display]).toEqual(['optional', 'swap']);
  document.body.click();
  expect(late.display).toBe('optional');
  await vi.waitFor(() => expect(late.display).toBe('swap'));
});
