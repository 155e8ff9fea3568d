import { ApiError } from '@frens/contract/errors';
import {
  type InvalidateQueryFilters,
  notifyManager,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { readAgain } from './cache.ts';
import { mayPass } from './errors.ts';
import { createIdempotencyKeys, type IdempotencyKeys } from './idempotency-keys.ts';
import { disarmToast, withdrawToast } from './toast.ts';

type Mutation<Answer, Request, Begun> = UseMutationOptions<Answer, Error, Request, Begun>;

/** What an action sends, says and brings up to date. Callbacks and `meta` mean what they mean for a mutation of the query client. */
export interface ActionOptions<Answer, Request, Begun>
  extends Pick<
    Mutation<Answer, Request, Begun>,
    'onMutate' | 'onSuccess' | 'onError' | 'onSettled' | 'meta'
  > {
  /** Makes the call. The key stays the same until the call succeeded or asks for something else, so a Retry counts once (D52). */
  send: (request: Request, keys: { idempotencyKey: string }) => Promise<Answer>;
  /** Requests with different answers here may be on their way side by side. Without it one at a time. Never changes. */
  lockBy?: (request: Request) => string;
  /** What the call changed and its answer does not tell; the answer itself is put into the cache by `onSuccess`. Nobody waits for it. */
  outdates?: (answer: Answer, request: Request) => readonly InvalidateQueryFilters[];
  /** What on the page a refusal shows to be out of date. */
  doubts?: readonly InvalidateQueryFilters[];
}

/** Called for this one run, while its component is on the page. */
export type RunCallbacks<Answer, Request> = Pick<
  Mutation<Answer, Request, unknown>,
  'onSuccess' | 'onError' | 'onSettled'
>;

/** An action as a screen uses it: the state of the last run, and the ways to start one. */
export interface Action<Answer, Request>
  extends Pick<
    UseMutationResult<Answer, Error, Request>,
    'data' | 'error' | 'isError' | 'isSuccess' | 'reset' | 'variables'
  > {
  /** True from the very press until everything the answer changes is on the page. */
  isPending: boolean;
  /** Starts it, unless it is running. A failure is told by the toast and by `error`. */
  run: (request: Request, callbacks?: RunCallbacks<Answer, Request>) => void;
  /** The same for callers that go on with the answer. While it is running they get the promise of that run. */
  runAsync: (request: Request, callbacks?: RunCallbacks<Answer, Request>) => Promise<Answer>;
  /** Takes Retry out of the toast of its failure: whoever closes a dialog does not want what they typed there to happen later. */
  giveUp: () => void;
}

/**
 * The one way to change something on the server. It locks at the press and not at the next render, so a second click sends nothing; a
 * failure shows its toast, with Retry where another try may help; offline it fails at once and never goes out later by itself (D62). Another
 * try takes that toast away, and what leaves the page with the way to it takes its Retry along.
 */
export function useAction<Answer, Request = void, Begun = unknown>({
  send,
  lockBy = oneAtATime,
  outdates,
  doubts,
  meta,
  ...callbacks
}: ActionOptions<Answer, Request, Begun>): Action<Answer, Request> {
  // Both stay the same from render to render, so that effects may use what is made of them.
  const [lockOf] = useState(() => lockBy);
  const [lines] = useState(() => new Map<string, Line<Answer, Request>>());
  const lineOf = useCallback(
    (request: Request): Line<Answer, Request> => {
      const lock = lockOf(request);
      const line = lines.get(lock) ?? { idempotencyKeys: createIdempotencyKeys() };
      lines.set(lock, line);
      return line;
    },
    [lockOf, lines],
  );
  const [count, setCount] = useState(0);
  const giveUp = useCallback(() => disarmToast(lines), [lines]);
  useEffect(() => giveUp, [giveUp]);

  const mutation = useMutation<Answer, Error, Request, Begun>({
    ...callbacks,
    mutationFn: async (request) => {
      const { idempotencyKeys } = lineOf(request);
      const answer = await send(request, { idempotencyKey: idempotencyKeys.keyFor(request) });
      idempotencyKeys.fulfil();
      return answer;
    },
    onSuccess(...call) {
      const taken = callbacks.onSuccess?.(...call);
      const [answer, request] = call;
      if (outdates) readAgain(outdates(answer, request));
      return taken;
    },
    onError(...call) {
      const [error] = call;
      if (doubts && isRefusal(error)) readAgain(doubts);
      return callbacks.onError?.(...call);
    },
    // The cache passes back what this very action was started with.
    meta: {
      ...meta,
      retry: (request) => run(request as Request, lineOf(request as Request).callbacks),
      about: lines,
    },
  });

  const { mutateAsync } = mutation;
  const runAsync: Action<Answer, Request>['runAsync'] = useCallback(
    (request, runCallbacks) => {
      const line = lineOf(request);
      if (line.running) return line.running;
      line.callbacks = runCallbacks;
      withdrawToast(lines);
      const started = mutateAsync(request, runCallbacks);
      line.running = started;
      setCount((current) => current + 1);
      const release = () =>
        // Behind the cache's notifications, and once all they changed is on the page: until then the old button is still there.
        notifyManager.schedule(() => {
          flushSync(() => setCount((current) => current - 1));
          line.running = undefined;
        });
      started.then(release, release);
      return started;
    },
    [lineOf, lines, mutateAsync],
  );
  const run: Action<Answer, Request>['run'] = useCallback(
    (request, runCallbacks) => {
      // Told by the toast and by `error`.
      runAsync(request, runCallbacks).catch(() => undefined);
    },
    [runAsync],
  );

  const { data, error, isError, isSuccess, reset, variables } = mutation;
  return {
    data,
    error,
    isError,
    isSuccess,
    reset,
    variables,
    isPending: count > 0 || mutation.isPending,
    run,
    runAsync,
    giveUp,
  };
}

const oneAtATime = () => '';

/** What goes one at a time: the request that is running, what it means to happen once, and who is told of it. */
interface Line<Answer, Request> {
  idempotencyKeys: IdempotencyKeys;
  running?: Promise<Answer> | undefined;
  callbacks?: RunCallbacks<Answer, Request> | undefined;
}

/** Whether the server has looked at the request and said no. */
function isRefusal(error: Error): boolean {
  return error instanceof ApiError && error.isOurs && error.status !== 401 && !mayPass(error);
}
