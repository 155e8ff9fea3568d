import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showFatalError } from './fatal-error.ts';

const html = readFileSync(path.join(import.meta.dirname, '../public/index.html'), 'utf8');

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  document.body.innerHTML = html.slice(html.indexOf('<body>') + 6, html.indexOf('</body>'));
  localStorage.clear();
});
afterEach(() => vi.restoreAllMocks());

const shown = () =>
  [...document.querySelectorAll('[role="alert"]')].map((one) => one.querySelector('h1')?.textContent);

it.each([
  ['en', 'The site could not start'],
  ['es', 'El sitio no pudo iniciarse'],
])('speaks the language of the reader: %s', (language, title) => {
  localStorage.setItem('language', language);
  const cause = new Error('No page data');
  showFatalError(cause);
  expect(shown()).toEqual([title]);
  expect(console.error).toHaveBeenCalledWith('The site could not start', cause);
});

it('keeps what was rendered ahead, and stands above it', () => {
  const root = document.querySelector('#root');
  if (root) root.innerHTML = '<main><h1>Fren Circles</h1></main>';
  showFatalError(new Error('No page data'));
  expect(root?.textContent).toBe('Fren Circles');
  expect(root?.previousElementSibling?.textContent).toContain('The site could not start');
});
