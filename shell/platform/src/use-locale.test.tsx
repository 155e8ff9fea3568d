import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { useLocale } from './use-locale.ts';

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

function Locale() {
  return <p>{useLocale()}</p>;
}

it("follows the reader's country once hydrated, so that the rendered page is kept", async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB']);
  document.body.innerHTML = renderToString(<Locale />);
  const rendered = document.querySelector('p');
  expect(rendered?.textContent).toBe('en');
  const onRecoverableError = vi.fn<() => void>();
  await act(async () => {
    hydrateRoot(document.body, <Locale />, { onRecoverableError });
  });
  expect(document.querySelector('p')).toBe(rendered);
  expect(rendered?.textContent).toBe('en-GB');
  expect(onRecoverableError).not.toHaveBeenCalled();
});
