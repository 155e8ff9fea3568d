import { ApiError, errorCodes } from '@frens/contract/errors';
import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { i18n } from './current-platform.ts';
import { errorText, mayPass, serverText } from './errors.ts';
import { hasMembersDraft } from './forms/drafts.ts';
import { toast } from './toast.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Title of the toast shown when the call fails, already translated. Without it the screen shows the failure itself. */
      failureTitle?: string;
      /** `message` shows the status before the sentence (specification, section 8); default: the sentence alone (D2, D62). */
      failureText?: 'message';
      /** Replaces the server's sentence if the response is not from our server. */
      failureFallback?: string;
      /** The screen shows the failure as well: no toast while offline. */
      isOnScreen?: boolean;
      /** Sends the same request again; `useAction` gives it. */
      retry?: (request: unknown) => void;
      /** The action, by identity; `useAction` gives it. */
      about?: object;
    };
  }
}

/** Whether the server refuses because the caller's account is suspended (D23). */
export function isSuspension(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === errorCodes.accountSuspended;
}

/** Whether it failed because the session has ended, which a bar above every page reports together with the drafts it keeps (D63). */
function isToldByBar(error: unknown): boolean {
  const hasEnded =
    error instanceof ApiError &&
    (error.code === errorCodes.signedOut || error.code === errorCodes.sessionEnded);
  return hasEnded && hasMembersDraft();
}

/**
 * Creates the page's query client with the specification's data policy: no retries, never stale, no refetch on focus. Failed
 * queries are refetched when the network returns. `networkMode: 'always'`: by default the library pauses calls while offline and
 * sends them later; here they fail (D62).
 *
 * @param onUnauthorized called when any call answers 401 (D50)
 * @param onSuspended called when any call answers that the account is suspended, signing in among them (D23)
 */
export function createQueryClient(
  onUnauthorized: () => void,
  onSuspended: () => void = () => undefined,
): QueryClient {
  const watch = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) onUnauthorized();
    if (isSuspension(error)) onSuspended();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({
      onError(error, request, _onMutateResult, mutation) {
        const { failureTitle, failureText, failureFallback, isOnScreen, retry, about } = mutation.meta ?? {};
        // A suspended member reads the reason on a page of its own, without a toast.
        const isShown = isOnScreen && !navigator.onLine;
        if (failureTitle && !isShown && !isSuspension(error) && !isToldByBar(error)) {
          const description =
            failureText === 'message' ? errorText(error) : serverText(error, failureFallback);
          const action =
            retry && mayPass(error)
              ? { label: i18n.t('shell:error.retry'), onSelect: () => retry(request) }
              : undefined;
          toast({ title: failureTitle, description, tone: 'danger', action, error, about });
        }
        watch(error);
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        // Failed queries are refetched; what is on the page stays (D62).
        refetchOnReconnect: ({ state }) => (state.status === 'error' ? 'always' : false),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/**
 * Caches a rendered page's "not found", so that the page does not request it again while open.
 *
 * @param queryKey the query of the missing data
 */
export function keepNotFound(client: QueryClient, queryKey: QueryKey): void {
  client.setQueryDefaults(queryKey, { retryOnMount: false });
  const error = new ApiError({ status: 404, code: errorCodes.notFound, serverMessage: '' });
  const cache = client.getQueryCache();
  const query = cache.build(client, { queryKey });
  query.setState({ status: 'error', error });
  cache.subscribe((event) => {
    if (event.query === query && event.type === 'observerRemoved') client.setQueryDefaults(queryKey, {});
  });
}

/**
 * First segments of keys that more than one remote reads or invalidates. A remote's private keys start with its own short name.
 * One prefix holds one shape of data.
 */
export const queryKeys = {
  /** `SelfUser | null`. */
  session: ['session'],
  /** `SessionEnd | null`: how this browser's session ended. A key of its own, because it goes with the next sign-in. */
  sessionEnded: ['session-ended'],
  /** Why the account that this browser is signed in to is suspended, or null. */
  suspension: ['suspension'],
  /** `PublicUser` lists, by filter. */
  users: ['users'],
  connections: ['connections'],
  pendingConnections: ['pending-connections'],
  privacySettings: ['privacy-settings'],
  wallet: ['wallet'],
  /** `Home`. */
  home: ['home'],
  pandas: ['pandas'],
  panda: (id: string) => ['panda', id],
  circles: ['circles'],
  notifications: ['notifications'],
  /** `{ unread }`. */
  unread: ['unread-notifications'],
} as const;
