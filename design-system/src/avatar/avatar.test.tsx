import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Avatar } from './avatar.tsx';

afterEach(cleanup);

describe('Avatar', () => {
  it.each([
    ['Amara Okafor', 'AO'],
    ['lucía', 'L'],
    ['Jean  Luc  Picard', 'JP'],
    ['🐼 Panda', '🐼P'],
    ['🇪🇸 Luz Vega', '🇪🇸V'],
    ['👩🏽‍🚀 Ana', '👩🏽‍🚀A'],
    ['e\u0301va Ma', 'E\u0301M'],
    ['', ''],
  ])('writes the initials of %j', (name, initials) => {
    render(<Avatar name={name} />);
    expect(
      screen.getByText(
        (_, element) =>
          element?.tagName === 'SPAN' && element.textContent === initials && !element.firstElementChild,
      ),
    ).toBeDefined();
  });

  it('writes initials without Intl.Segmenter', () => {
    vi.stubGlobal('Intl', { ...Intl });
    render(<Avatar name="Amara Okafor" />);
    expect(screen.getByText('AO')).toBeDefined();
    vi.unstubAllGlobals();
  });

  it('falls back to initials for a broken picture, and tries a new one', () => {
    const { container, rerender } = render(<Avatar name="Amara Okafor" src="/broken.webp" />);
    fireEvent.error(container.querySelector('img')!);
    expect(container.querySelector('img')).toBeNull();
    expect(screen.getByText('AO')).toBeDefined();
    rerender(<Avatar name="Amara Okafor" src="/new.webp" />);
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/new.webp');
  });

  it('sets sizes so that the browser can choose a width', () => {
    const { container } = render(<Avatar name="Amara" size="sm" src="/a.webp" srcSet="/a-small.webp 96w" />);
    const image = container.querySelector('img');
    expect([image?.getAttribute('srcset'), image?.getAttribute('sizes')]).toEqual([
      '/a-small.webp 96w',
      '2rem',
    ]);
  });

  it('shows who is online, and nothing for hidden presence', () => {
    const { rerender } = render(<Avatar name="Amara Okafor" online />);
    expect(screen.getByRole('img', { name: 'Amara Okafor, Online' })).toBeDefined();
    rerender(<Avatar name="Amara Okafor" online={null} />);
    expect(screen.getByRole('img', { name: 'Amara Okafor' })).toBeDefined();
  });
});
