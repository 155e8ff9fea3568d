import { buildUser } from '@frens/contract/fixtures';
import { queryClient, queryKeys } from '@frens/platform';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildComposition, buildModule, buildVersion } from '../testing/build-composition.ts';
import { createRemotes } from './remotes.ts';
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
}
const sign = (way: 'in' | 'out') =>
  queryClient.setQueryData(queryKeys.session, way === 'in' ? buildUser() : null);

beforeEach(() => vi.clearAllMocks());
afterEach(() => queryClient.clear());

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
