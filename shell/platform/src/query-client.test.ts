import { ApiError } from '@frens/contract/errors';
import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useToasts } from './current-platform.ts';
import { createQueryClient, keepNotFound } from './query-client.ts';
import { openTestPlatform } from './testing/test-providers.tsx';

const refusal = (status: number) =>
  new ApiError({
    status,
    code: 'invalid_amount',
    serverMessage: 'Not enough BAMBOO: you have 12.50.',
  } as never);

function failing(meta: { failureTitle?: string; failureText?: 'message' }, error: Error) {
  const unauthorized = vi.fn();
  const client = createQueryClient(unauthorized);
  const mutation = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(error), meta });
  return { unauthorized, done: mutation.execute(undefined).catch((reason: unknown) => reason) };
}

beforeEach(() => useToasts.getState().clear());

describe('createQueryClient', () => {
  it('shows a failed call in a sentence, with its status only where the specification asks for it (D62)', async () => {
    const sentence = 'Not enough BAMBOO: you have 12.50.';
    await failing({ failureTitle: 'Staking Failed' }, refusal(409)).done;
    expect(useToasts.getState().current).toMatchObject({ tone: 'danger', description: sentence });
    useToasts.getState().clear();
    await failing({ failureTitle: 'Connection Failed', failureText: 'message' }, refusal(409)).done;
    expect(useToasts.getState().current?.description).toBe(`409: ${sentence}`);
  });

  it('lets it be copied which request failed, and in which version of which remote', async () => {
    openTestPlatform({ place: () => 'mf-panda 1.2.3-abc' });
    const error = new ApiError({ status: 500, code: 'internal', serverMessage: '', requestId: 'r-7' });
    await failing({ failureTitle: 'Staking Failed' }, error).done;
    expect(useToasts.getState().current?.details).toBe('r-7 · mf-panda 1.2.3-abc');
  });

  it('leaves failures without a title to the screen', async () => {
    await failing({}, refusal(400)).done;
    expect(useToasts.getState().current).toBeNull();
  });

  it('reports a 401 and nothing else as unauthorized', async () => {
    const signedOut = failing({}, refusal(401));
    await signedOut.done;
    expect(signedOut.unauthorized).toHaveBeenCalledTimes(1);
    const forbidden = failing({}, refusal(403));
    await forbidden.done;
    expect(forbidden.unauthorized).not.toHaveBeenCalled();
  });

  it('loads what had failed once the network is back, and nothing else', async () => {
    const client = createQueryClient(() => {});
    client.mount();
    const failed = vi.fn(() => Promise.reject(refusal(503)));
    const loaded = vi.fn(() => Promise.resolve('here'));
    const stops = [
      new QueryObserver(client, { queryKey: ['failed'], queryFn: failed }),
      new QueryObserver(client, { queryKey: ['loaded'], queryFn: loaded }),
    ].map((observer) => observer.subscribe(() => {}));
    await vi.waitFor(() => expect(client.isFetching()).toBe(0), { timeout: 20_000 });
    dispatchEvent(new Event('offline'));
    dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(2), { timeout: 20_000 });
    expect(loaded).toHaveBeenCalledTimes(1);
    for (const stop of stops) stop();
    client.unmount();
  });

  it('asks for what is known to be missing once its page was left and is opened again', async () => {
    const client = createQueryClient(() => {});
    keepNotFound(client, ['circle']);
    const queryFn = vi.fn(() => Promise.resolve('here'));
    const open = () => new QueryObserver(client, { queryKey: ['circle'], queryFn });
    const [first, second] = [open(), open()];
    const stops = [first, second].map((observer) => observer.subscribe(() => {}));
    expect(first.getCurrentResult().error).toMatchObject({ status: 404 });
    for (const stop of stops) stop();
    expect(queryFn).not.toHaveBeenCalled();
    open().subscribe(() => {})();
    expect(queryFn).toHaveBeenCalledTimes(1);
  });

  it('fails at the first try', async () => {
    const client = createQueryClient(() => {});
    const queryFn = vi.fn(() => Promise.reject(refusal(503)));
    await client.fetchQuery({ queryKey: ['x'], queryFn }).catch(() => {});
    expect(queryFn).toHaveBeenCalledTimes(1);
  });
});
