import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { describeComponent } from '../internal/describe-component.tsx';
import { UserText } from './user-text.tsx';

afterEach(cleanup);

describeComponent('UserText of several lines', UserText, {
  props: { block: true as const, children: 'I bake.' },
});

it('keeps the direction of a name out of the sentence', () => {
  const { container } = render(<p>Hello {<UserText>مريم!</UserText>}</p>);
  expect(container.innerHTML).toBe('<p>Hello <bdi>مريم!</bdi></p>');
});

it('begins a paragraph on the side of its language', () => {
  const { container } = render(<UserText block>شكرا!</UserText>);
  expect(container.firstElementChild?.getAttribute('dir')).toBe('auto');
});

it.each([
  ['one', 'a\n\nb', 'a\n\nb'],
  ['two', 'a\n\n\nb', 'a\n\n\nb'],
  ['998', `a${'\n'.repeat(999)}b`, 'a\n\n\nb'],
  ['those that only seem to hold something', 'a\n \n\u200b\n\u2800\n\t\nb', 'a\n\n\nb'],
])('shows two empty lines at most: of %s', (_count, text, shown) => {
  const { container } = render(<UserText block>{text}</UserText>);
  expect(container.textContent).toBe(shown);
});

it('does so in each part of a text with links', () => {
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
