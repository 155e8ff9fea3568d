import { QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { api } from './api.ts';
import { queryClient, useToasts } from './current-platform.ts';
import { startTestTexts } from './testing/test-providers.tsx';
import { useAction } from './use-action.ts';

interface Sent {
  note: unknown;
  key: string | null;
}
const sent: Sent[] = [];
let answer: () => Response | Promise<Response>;

const server = setupServer(
  http.post('*/api/connections', async ({ request }) => {
    const { note } = (await request.json()) as { note: unknown };
    sent.push({ note, key: request.headers.get('Idempotency-Key') });
    return answer();
  }),
);
const success = () => HttpResponse.json({ id: 'c1' }, { status: 201 });

beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  await startTestTexts();
});
afterAll(() => server.close());
beforeEach(() => {
  sent.length = 0;
  answer = success;
  useToasts.getState().clear();
});
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

function useAsk() {
  return useAction({
    meta: { failureTitle: 'Ask Failed' },
    send: (note: string, { idempotencyKey }) =>
      api.call('POST /api/connections', { body: { friendId: 'u2', note }, idempotencyKey }),
  });
}

const renderAsk = () => renderHook(useAsk, { wrapper }).result;
const shown = () => useToasts.getState().current;

describe('useAction', () => {
  it('sends one request for two presses in the same moment', async () => {
    const done = vi.fn<() => void>();
    function Ask() {
      const ask = useAsk();
      return (
        <button type="button" onClick={() => ask.run('hello', { onSuccess: done })}>
          {ask.isPending ? 'Asking…' : 'Ask'}
        </button>
      );
    }
    render(<Ask />, { wrapper });
    const button = screen.getByRole('button');
    act(() => {
      button.click();
      button.click();
    });
    expect(button.textContent).toBe('Asking…');
    fireEvent.click(button);
    await waitFor(() => expect(button.textContent).toBe('Ask'));
    expect(sent).toHaveLength(1);
    expect(done).toHaveBeenCalledTimes(1);
    fireEvent.click(button);
    await waitFor(() => expect(sent).toHaveLength(2));
  });

  it('gives who asks again meanwhile the answer of the first', async () => {
    const ask = renderAsk();
    await act(async () => {
      const [first, second] = [ask.current.runAsync('hello'), ask.current.runAsync('hello')];
      expect(await first).toEqual({ id: 'c1' });
      expect(await second).toEqual({ id: 'c1' });
    });
    expect(sent).toHaveLength(1);
  });

  it('is locked until everything is on the page that the answer brings up to date', async () => {
    let fresh: () => void = () => undefined;
    const { result } = renderHook(
      () =>
        useAction({
          send: () => Promise.resolve('made'),
          onSettled: () => new Promise<void>((resolve) => (fresh = resolve)),
        }),
      { wrapper },
    );
    act(() => result.current.run());
    await act(async () => {
      await Promise.resolve();
    });
    expect(result.current.isPending).toBe(true);
    await act(async () => fresh());
    await waitFor(() => expect(result.current.isPending).toBe(false));
  });

  it('reads again what its answer does not tell, and waits for none of it', async () => {
    const read = vi.fn(() => new Promise<never>(() => undefined));
    queryClient.setQueryData(['shown'], 'old');
    const observer = new QueryObserver(queryClient, { queryKey: ['shown'], queryFn: read });
    onTestFinished(observer.subscribe(() => undefined));
    const { result } = renderHook(
      () =>
        useAction({
          send: (note: string) => Promise.resolve(note),
          outdates: (told, request) => [{ queryKey: [told === request ? 'shown' : 'other'] }],
        }),
      { wrapper },
    );
    await act(async () => void (await result.current.runAsync('hello')));
    await waitFor(() => expect(result.current.isPending).toBe(false));
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('reads again what a refusal doubts, and nothing after a failure that says nothing', async () => {
    const read = vi.fn(() => Promise.resolve('new'));
    queryClient.setQueryData(['doubted'], 'old');
    const observer = new QueryObserver(queryClient, { queryKey: ['doubted'], queryFn: read });
    onTestFinished(observer.subscribe(() => undefined));
    const { result } = renderHook(
      () =>
        useAction({
          send: (note: string) => api.call('POST /api/connections', { body: { friendId: 'u2', note } }),
          doubts: [{ queryKey: ['doubted'] }],
        }),
      { wrapper },
    );
    answer = () => HttpResponse.error();
    await act(() => result.current.runAsync('hello').catch(() => undefined));
    expect(read).toHaveBeenCalledTimes(0);
    await waitFor(() => expect(result.current.isPending).toBe(false));
    answer = () => HttpResponse.json({ code: 'conflict', message: 'Too late.' }, { status: 409 });
    await act(() => result.current.runAsync('hello').catch(() => undefined));
    await waitFor(() => expect(read).toHaveBeenCalledTimes(1));
  });

  it('lets requests of different locks go side by side', async () => {
    const send = vi.fn((id: string) => Promise.resolve(id));
    const { result } = renderHook(() => useAction({ send, lockBy: (id: string) => id }), { wrapper });
    act(() => {
      for (const id of ['a', 'b', 'a']) result.current.run(id);
    });
    expect(result.current.isPending).toBe(true);
    await waitFor(() => expect(result.current.isPending).toBe(false));
    expect(send.mock.calls.map(([id]) => id)).toEqual(['a', 'b']);
  });

  it('keeps the key of each lock for its own requests, so that a Retry counts once beside others', async () => {
    const keys = new Map<string, string[]>();
    const { result } = renderHook(
      () =>
        useAction({
          meta: { failureTitle: 'Ask Failed' },
          send: (id: string, { idempotencyKey }) => {
            keys.set(id, [...(keys.get(id) ?? []), idempotencyKey]);
            return keys.get('a')?.length === 1 && id === 'a'
              ? Promise.reject(new TypeError('lost'))
              : Promise.resolve(id);
          },
          lockBy: (id: string) => id,
        }),
      { wrapper },
    );
    await act(() => result.current.runAsync('a').catch(() => undefined));
    await act(async () => void (await result.current.runAsync('b')));
    await waitFor(() => expect(result.current.isPending).toBe(false));
    await act(async () => void (await result.current.runAsync('a')));
    const [first, again] = keys.get('a') ?? [];
    expect(again).toBe(first);
    expect(keys.get('b')).not.toContain(first);
  });

  it('fails with a sentence and Retry, which sends the same idempotencyKeys again and counts once (D52)', async () => {
    const done = vi.fn<() => void>();
    answer = () => new HttpResponse('<html>Bad gateway</html>', { status: 502 });
    const ask = renderAsk();
    act(() => ask.current.run('hello', { onSuccess: done }));
    await waitFor(() => expect(ask.current.isPending).toBe(false));
    expect(shown()).toMatchObject({
      title: 'Ask Failed',
      description: 'Something went wrong on our side. Please try again.',
      action: { label: 'Try again' },
    });
    answer = success;
    act(() => shown()?.action?.onSelect());
    await waitFor(() => expect(done).toHaveBeenCalledTimes(1));
    expect(sent).toHaveLength(2);
    expect(sent[0]).toEqual(sent[1]);
    await waitFor(() => expect(ask.current.isPending).toBe(false));
    act(() => ask.current.run('hello'));
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent[2]?.key).not.toBe(sent[0]?.key);
  });

  it('takes its failure back when it is tried again, so that no older request goes out later', async () => {
    answer = () => HttpResponse.json({ code: 'internal', message: 'No' }, { status: 500 });
    const { result, unmount } = renderHook(useAsk, { wrapper });
    await act(async () => result.current.run('first words'));
    await waitFor(() => expect(useToasts.getState().current?.action).toBeDefined());
    answer = success;
    await act(async () => result.current.run('second words'));
    expect(useToasts.getState().current).toBeNull();
    expect(sent.map(({ note }) => note)).toEqual(['first words', 'second words']);
    unmount();
  });

  it.each(['giveUp', 'unmount'])(
    'keeps the words of its failure, and no Retry, once it is given up: %s',
    async (way) => {
      answer = () => HttpResponse.json({ code: 'internal', message: 'No' }, { status: 500 });
      const { result, unmount } = renderHook(useAsk, { wrapper });
      await act(async () => result.current.run('words'));
      await waitFor(() => expect(useToasts.getState().current?.action).toBeDefined());
      act(() => (way === 'unmount' ? unmount() : result.current.giveUp()));
      expect(useToasts.getState().current).toMatchObject({ title: 'Ask Failed', action: undefined });
    },
  );

  it('offers no Retry for what was refused', async () => {
    answer = () => HttpResponse.json({ code: 'conflict', message: 'Too late.' }, { status: 409 });
    const ask = renderAsk();
    act(() => ask.current.run('hello'));
    await waitFor(() => expect(shown()?.description).toBe('Too late.'));
    expect(shown()?.action).toBeUndefined();
  });

  it('fails at once while offline and never goes out by itself later (D62)', async () => {
    answer = () => HttpResponse.error();
    const ask = renderAsk();
    // The query client hears of it only while it is in use.
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    act(() => ask.current.run('hello'));
    await waitFor(() => expect(ask.current.isPending).toBe(false));
    expect(shown()).toMatchObject({
      description: 'You’re offline. Please try again once you’re connected.',
      action: { label: 'Try again' },
    });
    answer = success;
    const tries = sent.length;
    vi.restoreAllMocks();
    window.dispatchEvent(new Event('online'));
    await queryClient.resumePausedMutations();
    expect(sent).toHaveLength(tries);
  });
});
