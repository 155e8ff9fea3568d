import { cleanup, render, screen } from '@testing-library/react';
import { encode } from 'uqr';
import { afterEach, describe, expect, it } from 'vitest';
import { QrCode } from './qr-code.tsx';

afterEach(cleanup);

const link = 'https://frens.example/auth?invite=k3Vd9Qx1LmTz7RwY';

/** The dark modules that a path of bars covers. */
function drawn(path: string, size: number): boolean[][] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    rows[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
  }
  return rows;
}

describe('QrCode', () => {
  it('draws exactly the dark modules, with a quiet zone of four', () => {
    render(<QrCode value={link} label="Your link" />);
    const code = screen.getByRole('img', { name: 'Your link' });
    const { data, size } = encode(link, { ecc: 'M', border: 4 });
    expect(code.getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`);
    const rows = drawn(code.querySelector('path')?.getAttribute('d') ?? '', size);
    expect(rows).toEqual(data);
    // The finder pattern starts after the quiet zone.
    expect(rows[4]?.slice(0, 12)).toEqual([...'000011111110'].map((bit) => bit === '1'));
  });
});
