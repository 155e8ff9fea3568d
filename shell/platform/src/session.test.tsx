import type { SelfUser } from '@frens/contract';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from './api.ts';
import { queryClient, useToasts } from './current-platform.ts';
import { dropDraft, keepDraft, readDraft } from './forms/drafts.ts';
import { queryKeys } from './query-client.ts';
import { followOtherTabs, onSignOut, session, sessionQuery, useSession, useSuspension } from './session.ts';
import { forgetToldEnd, useSessionEnded } from './session-end.ts';
import { startTestTexts } from './testing/test-providers.tsx';
import { toast } from './toast.ts';

// Only the fields that the session looks at.
const robin = { id: 'u1', username: 'robin', name: 'Robin' } as SelfUser;
let asked = 0;
let current: SelfUser | null = robin;
let code = 'signed_out';

const server = setupServer(
  http.get('*/api/user', () => {
    asked += 1;
    return current
      ? HttpResponse.json(current)
      : HttpResponse.json({ code, message: 'Signed out' }, { status: 401 });
  }),
  http.post('*/api/logout', () => HttpResponse.json({ success: true })),
  http.get('*/api/circles', () =>
    HttpResponse.json({ code: 'signed_out', message: 'Signed out' }, { status: 401 }),
  ),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterAll(() => server.close());
beforeEach(() => {
  asked = 0;
  current = robin;
  code = 'signed_out';
  queryClient.clear();
});
afterEach(() => {
  cleanup();
  server.resetHandlers();
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

describe('useSession', () => {
  it('is loading, then the member', async () => {
    const { result } = renderHook(useSession, { wrapper });
    expect(result.current.status).toBe('loading');
    await waitFor(() => expect(result.current).toEqual({ status: 'signed-in', user: robin }));
  });

  it('takes a 401 for signed out, without an error', async () => {
    current = null;
    const { result } = renderHook(useSession, { wrapper });
    await waitFor(() => expect(result.current).toEqual({ status: 'signed-out', user: null }));
  });

  it('stays failed when a part of the page mounts later', async () => {
    server.use(http.get('*/api/user', () => HttpResponse.json({}, { status: 500 }), { once: true }));
    const { result } = renderHook(useSession, { wrapper });
    await waitFor(() => expect(result.current.status).toBe('failed'));
    const later = renderHook(useSession, { wrapper }).result;
    // What it asked would be answered within this time.
    await act(() => new Promise((resolve) => void setTimeout(resolve, 50)));
    expect([result.current.status, later.current.status]).toEqual(['failed', 'failed']);
    await act(() => session.refresh());
    await waitFor(() => expect(result.current.status).toBe('signed-in'));
  });
});

describe('useSessionEnded', () => {
  const read = () => renderHook(() => ({ ...useSession(), end: useSessionEnded() }), { wrapper }).result;

  it('is told of a browser that refuses the cookie, and no welcome beside it', async () => {
    current = null;
    const result = read();
    await waitFor(() => expect(result.current).toEqual({ status: 'signed-out', user: null, end: null }));
    act(() => {
      toast({ title: 'Login successful' });
      session.signedIn(robin);
    });
    await waitFor(() => expect(result.current.status).toBe('signed-in'));
    await act(() => api.call('GET /api/circles', {}).catch(() => session.refresh()));
    await waitFor(() =>
      expect(result.current).toEqual({ status: 'signed-out', user: null, end: 'noCookie' }),
    );
    expect(useToasts.getState().current).toBeNull();
    // News again for the next one.
    forgetToldEnd();
  });

  it('reports the end of a session, and a suspension, only after hydration, which keeps the rendered elements', async () => {
    const Page = () => <p>{`${useSessionEnded() ?? 'nothing'} ${useSuspension()?.reason ?? ''}`}</p>;
    const page = wrapper({ children: <Page /> });
    const container = document.createElement('div');
    container.innerHTML = renderToString(page);
    const rendered = container.firstElementChild;
    queryClient.setQueryData(queryKeys.sessionEnded, 'ended');
    queryClient.setQueryData(queryKeys.suspension, { reason: 'spam', until: null, contact: '' });
    const onRecoverableError = vi.fn();
    const root = await act(async () => hydrateRoot(container, page, { onRecoverableError }));
    expect([container.textContent, container.firstElementChild === rendered]).toEqual(['ended spam', true]);
    expect(onRecoverableError).not.toHaveBeenCalled();
    act(() => root.unmount());
    forgetToldEnd();
  });

  it('is told of a member whose cookie is gone', async () => {
    const result = read();
    await waitFor(() => expect(result.current.status).toBe('signed-in'));
    current = null;
    await act(() => session.refresh());
    await waitFor(() => expect(result.current).toEqual({ status: 'signed-out', user: null, end: 'ended' }));
    forgetToldEnd();
  });

  it('is told of whom the server signed out, until somebody signs in', async () => {
    const result = read();
    await waitFor(() => expect(result.current).toEqual({ status: 'signed-in', user: robin, end: null }));
    current = null;
    code = 'session_ended';
    // Any call that hears it asks once who is there (D50).
    await act(() => api.call('GET /api/circles', {}).catch(() => session.refresh()));
    await waitFor(() => expect(result.current).toEqual({ status: 'signed-out', user: null, end: 'ended' }));
    act(() => session.signedIn(robin));
    await waitFor(() => expect(result.current).toEqual({ status: 'signed-in', user: robin, end: null }));
  });

  it('is not told where something typed is kept, which is told together with the end (D63)', async () => {
    const result = read();
    await waitFor(() => expect(result.current.status).toBe('signed-in'));
    keepDraft('profile', robin.id, { occupation: 'Lighthouse keeper' });
    current = null;
    code = 'session_ended';
    await act(() => api.call('GET /api/circles', {}).catch(() => session.refresh()));
    await waitFor(() => expect(result.current.status).toBe('signed-out'));
    expect(result.current.end).toBeNull();
    dropDraft('profile');
  });

  it('is not told of a visitor, and for who signs out', async () => {
    const result = read();
    await waitFor(() => expect(result.current.status).toBe('signed-in'));
    await act(() => session.signOut());
    await waitFor(() => expect(result.current).toEqual({ status: 'signed-out', user: null, end: null }));
    current = null;
    await act(() => session.refresh());
    expect(result.current.end).toBeNull();
  });
});

describe('session', () => {
  it('forgets what a visitor had been shown when somebody signs in', () => {
    queryClient.setQueryData(queryKeys.circles, ['as a visitor']);
    act(() => session.signedIn(robin));
    expect(queryClient.getQueryData(queryKeys.circles)).toBeUndefined();
    expect(queryClient.getQueryData(queryKeys.session)).toBe(robin);
  });

  it('clears all cached data on sign-out and tells who keeps data elsewhere', async () => {
    let told = 0;
    const stop = onSignOut(() => {
      told += 1;
    });
    session.signedIn(robin);
    queryClient.setQueryData(queryKeys.users, ['a member']);
    await session.signOut();
    stop();
    expect(queryClient.getQueryData(queryKeys.users)).toBeUndefined();
    expect(queryClient.getQueryData(queryKeys.session)).toBeNull();
    expect(told).toBe(1);
  });

  it('asks for nothing as a visitor that a page showed which is being left', async () => {
    session.signedIn(robin);
    const read: string[] = [];
    const show = (part: string) => {
      const queryFn = async () => {
        read.push(part);
        return part;
      };
      return renderHook(() => useQuery({ queryKey: [part], queryFn }), { wrapper });
    };
    const { unmount } = show('members');
    show('frame');
    await waitFor(() => expect(read).toEqual(['members', 'frame']));
    await session.signOut();
    // The router leaves a page in a transition.
    setTimeout(unmount, 20);
    await waitFor(() => expect(read).toEqual(['members', 'frame', 'frame']));
  });

  it('leaves language, theme and what is shown for trial in the browser, and nothing of the member', async () => {
    const kept = { language: 'es', theme: 'dark', fonts: '1' };
    const tried = { compose: 'composition-1', scenario: 'typical', as: 'member', 'mock-tab': 'a1' };
    for (const [name, value] of Object.entries({
      ...kept,
      'first-visit:u1': 'over',
      'session-end-told': '1',
      'quiz:progress': '{}',
      'quiz:pending': '{}',
      'circles:invitation': '{}',
      'a key of tomorrow': '1',
    }))
      localStorage.setItem(name, value);
    for (const [name, value] of Object.entries({
      ...tried,
      place: '{}',
      places: '[["/panda?q=tid",{}]]',
      'secret:token': '{}',
    }))
      sessionStorage.setItem(name, value);
    keepDraft('profile', robin.id, { occupation: 'Lighthouse keeper' });
    keepDraft('auth', null, { email: 'robin@frens.example' });
    session.signedIn(robin);
    await session.signOut();
    expect({ ...localStorage }).toEqual(kept);
    expect({ ...sessionStorage }).toEqual(tried);
    localStorage.clear();
    sessionStorage.clear();
  });

  it('tells every tab that follows the session, and shows public data anew (D50)', async () => {
    const { result } = renderHook(useSession, { wrapper });
    await waitFor(() => expect(result.current.status).toBe('signed-in'));
    followOtherTabs();
    const otherTab = new BroadcastChannel('session');
    otherTab.postMessage('signed-out');
    otherTab.close();
    await waitFor(() => expect(result.current.status).toBe('signed-out'));
  });

  it.each([
    ['what it cleared', { occupation: 'Lighthouse keeper' }],
    ['nothing where nothing was typed', null],
  ])('says in a tab whose member signed out in another one %s', async (_, typed) => {
    await startTestTexts();
    act(() => session.signedIn(robin));
    queryClient.setQueryData(queryKeys.users, ['a member']);
    if (typed) keepDraft('profile', robin.id, typed);
    followOtherTabs();
    const otherTab = new BroadcastChannel('session');
    otherTab.postMessage('signed-out');
    otherTab.close();
    await waitFor(() => expect(queryClient.getQueryData(queryKeys.session)).toBeNull());
    expect(useToasts.getState().current?.description).toBe(
      typed ? 'We cleared what you hadn’t saved here, so nobody else can read it.' : undefined,
    );
    // Nothing stays for the next person.
    expect({ ...sessionStorage }).toEqual({});
    expect(queryClient.getQueryData(queryKeys.users)).toBeUndefined();
    useToasts.getState().clear();
  });

  it('reads who is signed in again when another tab changed them, and tells the others of its own change (D50)', async () => {
    const { result } = renderHook(useSession, { wrapper });
    await waitFor(() => expect(result.current.status).toBe('signed-in'));
    followOtherTabs();
    const otherTab = new BroadcastChannel('session');
    const heard: unknown[] = [];
    otherTab.addEventListener('message', ({ data }) => heard.push(data));
    current = { ...robin, emailVerified: true };
    otherTab.postMessage('changed');
    await waitFor(() => expect(result.current.user?.emailVerified).toBe(true));
    const before = asked;
    act(() => session.update({ ...robin, name: 'Robin Vale' }));
    await waitFor(() => expect(heard).toEqual(['changed']));
    otherTab.close();
    // What it said itself it does not hear.
    expect(asked).toBe(before);
    expect(result.current.user?.name).toBe('Robin Vale');
  });

  it('forgets what a visitor had typed in a tab whose visitor signs in in another one, and nothing of the member', async () => {
    current = null;
    const { result } = renderHook(useSession, { wrapper });
    await waitFor(() => expect(result.current.status).toBe('signed-out'));
    keepDraft('sign-up', null, { email: 'robin@frens.example' });
    keepDraft('profile', robin.id, { occupation: 'Lighthouse keeper' });
    followOtherTabs();
    const otherTab = new BroadcastChannel('session');
    // News after which nobody is signed in.
    otherTab.postMessage('changed');
    await waitFor(() => expect(asked).toBe(2));
    expect(readDraft('sign-up', null)).not.toBeNull();
    current = robin;
    otherTab.postMessage('signed-in');
    otherTab.close();
    await waitFor(() => expect(result.current.status).toBe('signed-in'));
    expect(readDraft('sign-up', null)).toBeNull();
    expect(readDraft('profile', robin.id)).not.toBeNull();
    dropDraft('profile');
  });

  it('asks once who is signed in after a 401 on any call (D50)', async () => {
    const { result } = renderHook(useSession, { wrapper });
    await waitFor(() => expect(result.current.status).toBe('signed-in'));
    current = null;
    const query = { queryKey: queryKeys.circles, queryFn: () => api.call('GET /api/circles') };
    await expect(queryClient.fetchQuery(query)).rejects.toMatchObject({ status: 401 });
    await waitFor(() => expect(result.current.status).toBe('signed-out'));
    expect(asked).toBe(2);
  });

  it('never asks again by itself', async () => {
    await queryClient.fetchQuery(sessionQuery);
    await queryClient.fetchQuery(sessionQuery);
    window.dispatchEvent(new Event('focus'));
    expect(asked).toBe(1);
  });
});
