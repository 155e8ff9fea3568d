import { expect, it } from 'vitest';
import { startMocks } from './start-mocks.ts';

it('says on the page which scenarios there are when the address names none of them, and does not keep the name', async () => {
  history.replaceState(null, '', '?scenario=nonsense');
  await expect(startMocks()).rejects.toThrow('There is no scenario "nonsense"');
  expect(document.body.textContent).toBe(
    'There is no scenario "nonsense". There are: typical, long, empty, loading, failing, refusing.',
  );
  expect(sessionStorage.getItem('scenario')).toBeNull();
});
