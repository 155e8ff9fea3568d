import { configure } from '@testing-library/react';
import { afterAll } from 'vitest';
import { stopAnswering } from './render-remote.tsx';
import { openTestPlatform } from './test-providers.tsx';

// A busy machine takes more than the second that is usual to fetch a dialog's code.
configure({ asyncUtilTimeout: 20_000 });

// A page has a platform before anything of it runs; so has every test file.
openTestPlatform();
afterAll(() => {
  stopAnswering();
  // What a test put into the page without the testing library, such as a whole page of the site.
  globalThis.document?.body.replaceChildren();
  // What it kept in the browser, for instance that a first visit is over.
  globalThis.localStorage?.clear();
  globalThis.sessionStorage?.clear();
});
