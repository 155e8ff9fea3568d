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

/** What an action sends, announces and updates. Callbacks and `meta` have the meaning of the query client's mutations. */
export interface ActionOptions<Answer, Request, Begun>
  extends Pick<
    Mutation<Answer, Request, Begun>,
    'onMutate' | 'onSuccess' | 'onError' | 'onSettled' | 'meta'
  > {
  /** Makes the call. The idempotency key stays the same until the call succeeds or its request differs, so a Retry counts once (D52). */
  send: (request: Request, keys: { idempotencyKey: string }) => Promise<Answer>;
  /** Requests with different keys here may run in parallel. Without it one at a time. Never changes. */
  lockBy?: (request: Request) => string;
  /** What the call changed beyond its answer, which `onSuccess` puts into the cache. Refetched in the background. */
  outdates?: (answer: Answer, request: Request) => readonly InvalidateQueryFilters[];
  /** What a refusal shows to be stale. */
  doubts?: readonly InvalidateQueryFilters[];
}

/** Called for this one run, while its component is mounted. */
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
  /** True from the press until everything the answer changes is on the page. */
  isPending: boolean;
  /** Starts it, unless it is running. The toast and `error` report a failure. */
  run: (request: Request, callbacks?: RunCallbacks<Answer, Request>) => void;
  /** The same for callers that await the answer. While it is running they get that run's promise. */
  runAsync: (request: Request, callbacks?: RunCallbacks<Answer, Request>) => Promise<Answer>;
  /** Removes Retry from the toast of its failure: whoever closes a dialog does not want it to be sent later. */
  giveUp: () => void;
}

/**
 * The one hook for mutations. It locks at the press and not at the next render, so a second click sends nothing; a failure shows
 * a toast, with Retry where that may help; offline it fails at once and never sends later (D62). A retry removes that toast, and
 * leaving the page removes its Retry.
 */
export function useAction<Answer, Request = void, Begun = unknown>({
  send,
  lockBy = oneAtATime,
  outdates,
  doubts,
  meta,
  ...callbacks
}: ActionOptions<Answer, Request, Begun>): Action<Answer, Request> {
  // Both are stable across renders, so effects may depend on them.
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
    // The cache passes back what this action was started with.
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
        // After the cache's notifications, once all changes are on the page: until then the old button is still there.
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
      // Reported by the toast and by `error`.
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

/** State per lock: the running request, its idempotency key, and its callbacks. */
interface Line<Answer, Request> {
  idempotencyKeys: IdempotencyKeys;
  running?: Promise<Answer> | undefined;
  callbacks?: RunCallbacks<Answer, Request> | undefined;
}

/** Whether the server processed the request and refused it. */
function isRefusal(error: Error): boolean {
  return error instanceof ApiError && error.isOurs && error.status !== 401 && !mayPass(error);
}
