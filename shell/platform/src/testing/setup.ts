import { threadId } from 'node:worker_threads';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';
import { afterAll } from 'vitest';
import { stopAnswering } from './render-remote.tsx';
import { openTestPlatform } from './test-providers.tsx';

// A busy machine takes more than the second that is usual to fetch a dialog's code.
configure({ asyncUtilTimeout: 20_000 });

// React records a stack for each element, for what it prints in a browser: a twelfth of the time. Past this number it records none.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object;
};
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set() {} });

// A channel reaches all threads of the process, and no page of another thread's test is a tab of this browser.
const { BroadcastChannel } = globalThis;
if (!BroadcastChannel.name.endsWith('OfThread'))
  globalThis.BroadcastChannel = class BroadcastChannelOfThread extends BroadcastChannel {
    constructor(name: string) {
      super(`${name} of thread ${threadId}`);
    }
  };

// A page has a platform before anything of it runs; so has every test file.
openTestPlatform();
afterAll(async () => {
  cleanup();
  await stopAnswering();
  // What a test put into the page without the testing library, such as a whole page of the site.
  globalThis.document?.body.replaceChildren();
  // What it kept in the browser, for instance that a first visit is over.
  globalThis.localStorage?.clear();
  globalThis.sessionStorage?.clear();
});
