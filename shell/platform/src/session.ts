import type { SelfUser } from '@frens/contract';
import { ApiError, errorCodes } from '@frens/contract/errors';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { api } from './api.ts';
import { forgetMembersStorage } from './browser-storage.ts';
import {
  begun,
  i18n,
  leavingListeners,
  queryClient,
  signOutListeners,
  unsaved,
  useToasts,
} from './current-platform.ts';
import { dropDraftsOfOthers, hasMembersDraft } from './forms/drafts.ts';
import { isSuspension, queryKeys } from './query-client.ts';
import { forgetToldEnd, type SessionEnd } from './session-end.ts';
import { toast } from './toast.ts';
import { useIsHydrating } from './use-is-hydrating.ts';

/** When somebody signed in on this page, until the server recognises them: a browser that refuses the cookie shows at once. */
let signedInAt = 0;

/** Who is signed in: the query behind `useSession`. */
export const sessionQuery = queryOptions<SelfUser | null>({
  queryKey: queryKeys.session,
  // After a failure only Retry or a restored connection refetches: otherwise a later mount would turn the failure into a skeleton.
  retryOnMount: false,
  queryFn: async ({ signal }) => {
    try {
      const { unread, ...user } = await api.call('GET /api/user', { signal });
      // The first count for the bell; later ones are requested.
      queryClient.setQueryData(queryKeys.unread, (known: unknown) => known ?? unread);
      signedInAt = 0;
      queryClient.setQueryData(queryKeys.suspension, null);
      return user;
    } catch (error) {
      if (isSuspension(error)) {
        queryClient.setQueryData(queryKeys.suspension, suspensionIn(error));
        return null;
      }
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      queryClient.setQueryData(queryKeys.suspension, null);
      const ended = endOf(error);
      queryClient.setQueryData(queryKeys.sessionEnded, ended);
      // A browser that refuses the cookie has already been welcomed.
      if (ended === 'noCookie') useToasts.getState().clear();
      return null;
    }
  },
});

function endOf({ code }: ApiError): SessionEnd | null {
  if (code === errorCodes.sessionEnded) return 'ended';
  // Signing out forgets the member first.
  if (!queryClient.getQueryData(queryKeys.session)) return null;
  return Date.now() - signedInAt < 60_000 ? 'noCookie' : 'ended';
}

/**
 * The session as a screen sees it. `failed`: it is unknown who is signed in, which differs from nobody (D62); the shell says so
 * and offers Retry, and a screen shows neither members' nor visitors' actions.
 */
export type Session =
  | { status: 'loading'; user: null }
  | { status: 'failed'; user: null; error: Error }
  | { status: 'signed-out'; user: null }
  | { status: 'signed-in'; user: SelfUser };

/** Subscribes to the session. */
export function useSession(): Session {
  const isHydrating = useIsHydrating();
  const { data, error, isFetching } = useQuery(sessionQuery);
  // The answer may arrive before the last part of the page is hydrated.
  if (isHydrating) return { status: 'loading', user: null };
  if (data) return { status: 'signed-in', user: data };
  if (data === null) return { status: 'signed-out', user: null };
  if (error && !isFetching) return { status: 'failed', user: null, error };
  return { status: 'loading', user: null };
}

/** Why, until when (null: until further notice) and with whom to speak about it (D23). */
export interface Suspension {
  reason: string;
  until: string | null;
  contact: string;
}

function suspensionIn({ details: { reason, until, contact } }: ApiError): Suspension {
  return {
    reason: String(reason ?? ''),
    until: typeof until === 'string' ? until : null,
    contact: String(contact ?? ''),
  };
}

/** The suspension of the signed-in account, or null. A suspended member counts as signed out. */
export function useSuspension(): Suspension | null {
  const isHydrating = useIsHydrating();
  const { data } = useQuery<Suspension | null>({ queryKey: queryKeys.suspension, queryFn: skipToken });
  // As `useSession`.
  return isHydrating ? null : (data ?? null);
}

const sessionChannel = 'session';
type SessionNews = 'signed-in' | 'changed' | 'signed-out';

/** This tab's channel, which does not receive its own messages. */
let followed: BroadcastChannel | undefined;

function tellOtherTabs(news: SessionNews): void {
  const channel = followed ?? openChannel();
  channel?.postMessage(news);
  if (channel !== followed) channel?.close();
}

/** Browsers refuse it together with storage: each tab is then alone. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(sessionChannel);
  } catch {
    return undefined;
  }
}

/** Keys that are set with the session and never removed under its subscribers. */
const ofSession: readonly unknown[] = [...queryKeys.session, ...queryKeys.suspension];
const isNotSession = ({ queryKey }: { queryKey: readonly unknown[] }) => !ofSession.includes(queryKey[0]);

/** Commands that change who is signed in. */
export const session = {
  /** Stores the user of a sign-in or registration and forgets the visitor's data. */
  signedIn(user: SelfUser): void {
    dropDraftsOfOthers(user.id);
    forgetToldEnd();
    signedInAt = Date.now();
    begun.clear();
    queryClient.setQueryData(queryKeys.session, user);
    queryClient.setQueryData(queryKeys.suspension, null);
    queryClient.removeQueries({ predicate: isNotSession, type: 'inactive' });
    void queryClient.resetQueries({ predicate: isNotSession });
    tellOtherTabs('signed-in');
  },

  /** Replaces the current user, for example when their address was confirmed; other tabs refetch the session. */
  update(user: SelfUser): void {
    queryClient.setQueryData(queryKeys.session, user);
    tellOtherTabs('changed');
  },

  /** Refetches the current user, for example after BAMBOO moved. */
  async refresh(): Promise<void> {
    await queryClient.invalidateQueries({ queryKey: queryKeys.session });
  },

  /** The server ended the member's sessions: does the same as signing out, here and in the browser's other tabs (D46). */
  ended(): void {
    forgetMember();
    tellOtherTabs('signed-out');
  },

  /** Ends the session here and in the browser's other tabs, and forgets all cached data (D50). Throws when the server cannot be told. */
  async signOut(): Promise<void> {
    await Promise.allSettled([...leavingListeners].map((send) => send()));
    await api.call('POST /api/logout', {});
    session.ended();
  },
};

type Listener = () => void;

/**
 * Calls `listener` when the member signs out, here or in another tab: for data in memory outside the query client; what the browser stores is
 * forgotten anyway. Returns the unsubscribe function.
 */
export function onSignOut(listener: Listener): Listener {
  signOutListeners.add(listener);
  return () => signOutListeners.delete(listener);
}

/** The longest time until a page is left, in milliseconds. */
const maxLeaveTime = 100;

function forgetMember(): void {
  // First, so that listeners know why the session ends.
  for (const listener of signOutListeners) listener();
  // The next member must not retry what this one had started.
  useToasts.getState().clear();
  forgetMembersStorage();
  begun.clear();
  // Not `clear()`: it would drop the session's subscribers, and the guards would never notice its end.
  queryClient.setQueryData(queryKeys.session, null);
  queryClient.setQueryData(queryKeys.suspension, null);
  queryClient.removeQueries({ predicate: isNotSession, type: 'inactive' });
  // Refetches the remaining page as a visitor after a left page has unmounted: its requests would be refused.
  const shown = new Set(queryClient.getQueryCache().findAll({ predicate: isNotSession }));
  setTimeout(() => void queryClient.resetQueries({ predicate: (query) => shown.has(query) }), maxLeaveTime);
}

/** Makes this tab follow sign-ins, sign-outs and changes of the member in other tabs (D50). The shell calls it once. */
export function followOtherTabs(): void {
  // A remounted page, as in tests, listens once.
  followed?.close();
  followed = openChannel();
  followed?.addEventListener('message', ({ data }: MessageEvent<SessionNews>) => {
    if (data === 'signed-out') followSignOut();
    else void followMember();
  });
}

/** The member signed out in another tab. Clears what was typed here, too, because the next person must not read it (D50), and says so. */
function followSignOut(): void {
  const losesText = unsaved.marks.size > 0 || hasMembersDraft();
  forgetMember();
  if (!losesText) return;
  const title = i18n.t('shell:session.otherTab.title');
  toast({ title, description: i18n.t('shell:session.otherTab.text'), tone: 'danger' });
}

/** A sign-in in another tab, or a different member: a waiting page continues, and another member's page is rendered again. */
async function followMember(): Promise<void> {
  const before = queryClient.getQueryData(sessionQuery.queryKey)?.id;
  await queryClient.refetchQueries({ queryKey: queryKeys.session });
  const now = queryClient.getQueryData(sessionQuery.queryKey)?.id;
  if (now === before) return;
  // As signing in here does: what a visitor had typed would else come back once the session ends.
  if (now) dropDraftsOfOthers(now);
  begun.clear();
  queryClient.removeQueries({ predicate: isNotSession, type: 'inactive' });
  void queryClient.resetQueries({ predicate: isNotSession });
}
