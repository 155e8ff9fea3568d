import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { describeComponent } from '../internal/describe-component.tsx';
import { UserText } from './user-text.tsx';

afterEach(cleanup);
afterEach(() => vi.restoreAllMocks());

describeComponent('UserText of several lines', UserText, {
  props: { block: true as const, children: 'I bake.' },
});

it('isolates the direction of a name from the sentence', () => {
  const { container } = render(<p>Hello {<UserText>مريم!</UserText>}</p>);
  expect(container.innerHTML).toBe('<p>Hello <bdi>مريم!</bdi></p>');
});

it('aligns a paragraph to its language', () => {
  const { container } = render(<UserText block>شكرا!</UserText>);
  expect(container.firstElementChild?.getAttribute('dir')).toBe('auto');
});

it.each([
  ['one', 'a\n\nb', 'a\n\nb'],
  ['two', 'a\n\n\nb', 'a\n\n\nb'],
  ['998', `a${'\n'.repeat(999)}b`, 'a\n\n\nb'],
  ['visually empty lines', 'a\n \n\u200b\n\u2800\n\t\nb', 'a\n\n\nb'],
])('collapses %s empty lines to two at most', (_count, text, shown) => {
  const { container } = render(<UserText block>{text}</UserText>);
  expect(container.textContent).toBe(shown);
});

it('collapses them in each part of a text with links', () => {
  const { container } = render(
    <UserText block>
      {[
        'a\n\n\n\n\n',
        <a key="maya" href="#maya">
          @maya
        </a>,
        '\n\n\n\n\nb',
      ]}
    </UserText>,
  );
  expect(container.textContent).toBe('a\n\n\n@maya\n\n\nb');
});

describe('a long text', () => {
  const lineHeight = 20;
  const shown = (props: { clamp?: 3; href?: string } = {}) => (
    <UserText
      block
      style={{ lineHeight: `${lineHeight}px` }}
      {...(props.clamp ? { clamp: props.clamp } : {})}
    >
      {[
        'Many lines ',
        <a key="maya" href="#maya">
          @maya
        </a>,
      ]}
    </UserText>
  );
  const showLines = (lines: number, props = {}) => {
    vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(lines * lineHeight);
    const paragraph = render(shown(props)).container.firstElementChild;
    return { isFolded: () => paragraph?.hasAttribute('data-folded') };
  };

  it('is measured only if it may fill 16 lines', () => {
    const isFolded = (text: string) => {
      vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(16 * lineHeight);
      const { container } = render(
        <UserText block style={{ lineHeight: `${lineHeight}px` }}>
          {text}
        </UserText>,
      );
      return container.firstElementChild?.hasAttribute('data-folded');
    };
    expect(['a'.repeat(300), 'a\n'.repeat(7)].map(isFolded)).toEqual([false, false]);
    expect(['a'.repeat(301), 'a\n'.repeat(15)].map(isFolded)).toEqual([true, true]);
  });

  it('folds from 16 lines on', () => {
    expect([showLines(15).isFolded(), screen.queryByRole('button')]).toEqual([false, null]);
    cleanup();
    expect(showLines(16).isFolded()).toBe(true);
  });

  it('expands and folds by one button, which keeps the focus', () => {
    const { isFolded } = showLines(500);
    const button = screen.getByRole('button', { name: 'Show more', expanded: false });
    button.focus();
    fireEvent.click(button);
    expect(isFolded()).toBe(false);
    expect(screen.getByRole('button', { name: 'Show less', expanded: true })).toBe(document.activeElement);
    fireEvent.click(button);
    expect([isFolded(), button.textContent]).toEqual([true, 'Show more']);
  });

  it('expands when the keyboard reaches a link in it', () => {
    const { isFolded } = showLines(500);
    act(() => screen.getByRole('link').focus());
    expect(isFolded()).toBe(false);
  });

  it('is clamped instead of folded in a card with three lines', () => {
    expect([showLines(500, { clamp: 3 }).isFolded(), screen.queryByRole('button')]).toEqual([false, null]);
  });
});
