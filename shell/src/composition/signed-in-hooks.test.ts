import { buildUser } from '@frens/contract/fixtures';
import { queryClient, queryKeys } from '@frens/platform';
import { openTestPlatform } from '@frens/platform/testing';
import { beforeEach, expect, it, vi } from 'vitest';
import { buildComposition, buildModule, buildVersion } from '../../compose/src/testing/build-composition.ts';
import { createRemotes } from './engine.ts';
import { callSignedInHooks } from './signed-in-hooks.ts';

const onSignedIn = vi.fn(async () => {});
const load = vi.fn(async () => ({ remote: buildModule({ onSignedIn }) }));

function follow(declared: boolean) {
  const composition = buildComposition(buildVersion({ descriptor: { onSignedIn: declared } }));
  const remotes = createRemotes({
    composition,
    load,
    addTexts: async () => {},
    fetchComposition: async () => composition,
  });
  callSignedInHooks(remotes, queryClient);
  return remotes;
}
const sign = (way: 'in' | 'out') =>
  queryClient.setQueryData(queryKeys.session, way === 'in' ? buildUser() : null);

beforeEach(() => {
  vi.clearAllMocks();
  // Whoever followed the session of an earlier test follows nobody any more.
  openTestPlatform();
});

it('loads a remote that declares work for the sign-in, although nothing preloads it, and calls it once', async () => {
  follow(true);
  sign('out');
  expect(load).not.toHaveBeenCalled();
  sign('in');
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
  sign('in');
  expect(onSignedIn).toHaveBeenCalledTimes(1);
});

it('calls it again at the next sign-in', async () => {
  follow(true);
  sign('in');
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(1));
  sign('out');
  sign('in');
  await vi.waitFor(() => expect(onSignedIn).toHaveBeenCalledTimes(2));
});

it('loads nothing for a remote that declares none', () => {
  follow(false);
  sign('in');
  expect(load).not.toHaveBeenCalled();
});

it('calls it late when the remote only comes by trying again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  load.mockRejectedValueOnce(new Error('#RUNTIME-008'));
  const remotes = follow(true);
  sign('in');
  await vi.waitFor(() => expect(remotes.state('mf-quiz').status).toBe('failed'));
  expect(onSignedIn).not.toHaveBeenCalled();
  await remotes.retry('mf-quiz');
  expect(onSignedIn).toHaveBeenCalledTimes(1);
  expect(console.warn).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
});

it('calls nothing for who has signed out again before the remote came', async () => {
  const remotes = follow(true);
  sign('in');
  sign('out');
  await vi.waitFor(() => expect(remotes.state('mf-quiz').status).toBe('ready'));
  expect(onSignedIn).not.toHaveBeenCalled();
});

it('says on the console when the work could not be done, and goes on', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const cause = new Error('Storage is full');
  onSignedIn.mockRejectedValueOnce(cause);
  follow(true);
  sign('in');
  await vi.waitFor(() =>
    expect(console.warn).toHaveBeenCalledWith(
      'mf-quiz could not finish what was left for the sign-in',
      cause,
    ),
  );
  vi.restoreAllMocks();
});
