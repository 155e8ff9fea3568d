import { beforeEach, describe, expect, it } from 'vitest';
import { chooseTheme } from './theme.ts';

const head = `
  <meta name="theme-color" content="#fff" media="(prefers-color-scheme: light)">
  <meta name="theme-color" content="#000" media="(prefers-color-scheme: dark)">`;
const bars = () => Array.from(document.querySelectorAll('meta'), ({ media }) => media);

beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML = head;
  chooseTheme('system');
});

describe('the theme (D61)', () => {
  it('is applied to the page and the browser’s bars, and kept in this browser', () => {
    chooseTheme('dark');
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(bars()).toEqual(['not all', 'all']);
    expect(localStorage.getItem('theme')).toBe('dark');
  });

  it('follows the system again, and leaves nothing behind', () => {
    chooseTheme('light');
    chooseTheme('system');
    expect(document.documentElement.dataset.theme).toBeUndefined();
    expect(bars()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
    expect(localStorage.getItem('theme')).toBeNull();
  });
});
