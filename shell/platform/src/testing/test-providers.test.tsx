import { expect, it, vi } from 'vitest';
import { queryClient, useToasts } from '../current-platform.ts';
import { openTestPlatform, startTestTexts } from './test-providers.tsx';

/** Sends something, and returns what makes it fail. */
async function send(): Promise<() => Promise<unknown>> {
  let refuse: ((error: Error) => void) | undefined;
  const mutation = queryClient.getMutationCache().build(queryClient, {
    mutationFn: () =>
      new Promise((_resolve, reject) => {
        refuse = reject;
      }),
    meta: { failureTitle: 'Ask Failed' },
  });
  const done = mutation.execute(undefined).catch(() => undefined);
  await vi.waitFor(() => expect(refuse).toBeDefined());
  return () => {
    refuse?.(new Error('Refused.'));
    return done;
  };
}

it('shows the failure of what its page has sent, and none of a page before', async () => {
  openTestPlatform();
  await startTestTexts();
  const fail = await send();
  await fail();
  expect(useToasts.getState().current?.title).toBe('Ask Failed');
  const failLate = await send();
  openTestPlatform();
  await failLate();
  expect(useToasts.getState().current).toBeNull();
});
