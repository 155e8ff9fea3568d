import { describe, expect, it } from 'vitest';
import { changedTokens, tokenUsers } from './token-users.ts';

describe('changedTokens', () => {
  const css = ':root { --a: #fff; /* plain */ --b: 1px; } @media print { :root { --a: #000; } }';
  it.each([
    ['nothing', css, []],
    ['a comment', css.replace('plain', 'other'), []],
    ['a value', css.replace('1px', '2px'), ['--b']],
    ['a value under a condition', css.replace('#000', '#111'), ['--a']],
    ['a name', css.replace('--b', '--c'), null],
    ['a condition', css.replace('print', 'screen'), null],
    ['another property', css.replace('} @', 'color: red; } @'), null],
  ])('finds where %s differs', (_what, after, names) => expect(changedTokens(css, after)).toEqual(names));
});

it('finds who uses a token: through others, and by a name that is put together', () => {
  const sources = new Map([
    ['themes.css', ':root { --light-sky: #abc; --light-ink: #000; }'],
    [
      'semantic.css',
      ':root { --hue-sky: light-dark(var(--light-sky), #fff); --color-ink: var(--light-ink); }',
    ],
    ['badge.css', '.badge { --own: var(--hue-sky); background: var(--own); }'],
    ['text.css', '.text { color: var(--color-ink); /* not var(--hue-sky) */ }'],
    ['picture.ts', 'colour(`--hue-${hue}`)'],
    ['other.ts', 'colour(`--size-${size}`)'],
  ]);
  expect(tokenUsers(['--light-sky'], sources)).toEqual(['badge.css', 'picture.ts']);
  expect(tokenUsers(['--light-ink'], sources)).toEqual(['text.css']);
});
