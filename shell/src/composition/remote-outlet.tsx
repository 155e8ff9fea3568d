import { completeLanguageOf } from '@frens/contract/languages';
import { currentLanguage, i18n, type RemoteModule, useLocation, useSession } from '@frens/platform';
import {
  IsRestoringProvider,
  RetryAttempt,
  useIsHydrating,
  useRoutes,
  useVisit,
} from '@frens/platform/internal';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { afterPaint } from '../after-paint.ts';
import { NotFoundScreen } from '../pages/not-found.screen.tsx';
import { isLostFile, measurePhase, RemoteBoundary, RemoteError, useRemote, useRemotes } from './engine.ts';
import { RemoteArrival, RemoteLate } from './remote-arrival.tsx';
import { RemoteFailure } from './remote-failure.tsx';
import { RemotePending } from './remote-pending.tsx';
import { useNewlyShown } from './use-newly-shown.ts';

/** The router's key of the initial location. */
const firstKey = 'default';

/**
 * The place of a remote: its screens, or what stands there while it loads or fails. During hydration the rendered HTML stays
 * until the remote has arrived; a failure is shown over it.
 */
export function RemoteOutlet({ name, isForMembers = false }: { name: string; isForMembers?: boolean }) {
  const { pathname } = useLocation();
  const [opened] = useState(pathname);
  const isOpened = pathname === opened;
  // Nothing above this boundary may follow the remote: an update there would discard the hydrated HTML.
  return (
    <>
      {isOpened ? <RemoteLate name={name} opened={opened} /> : null}
      <Suspense fallback={<RemotePending name={name} />}>
        <RemoteArrival name={name} opened={isOpened ? opened : null}>
          {isForMembers ? (
            <MembersQueries>
              <Remote name={name} />
            </MembersQueries>
          ) : (
            <Remote name={name} />
          )}
        </RemoteArrival>
      </Suspense>
    </>
  );
}

/**
 * Holds queries until a member is there: a pre-rendered page is mounted before that. Answers that are there already are rendered in a task
 * of their own after hydration, so that the page reacts in between.
 */
function MembersQueries({ children }: { children: ReactNode }) {
  const [isHydrated, setHydrated] = useState(!useIsHydrating());
  useEffect(() => {
    if (!isHydrated) afterPaint(() => setHydrated(true));
  }, [isHydrated]);
  const { status } = useSession();
  return <IsRestoringProvider value={!isHydrated || status !== 'signed-in'}>{children}</IsRestoringProvider>;
}

function Remote({ name }: { name: string }) {
  const remotes = useRemotes();
  const remote = useRemote(name);
  const retry = () => void remotes.retry(name);
  const visit = useVisit(remote.attempt);
  const isNewlyShown = useNewlyShown(visit);
  const { key } = useLocation();

  // Navigating to a page retries a remote that failed earlier, or while it was prefetched (D62). Not on the first page, whose
  // remote was just requested.
  useEffect(() => {
    if (key !== firstKey && remotes.state(name).status === 'failed') void remotes.retry(name);
  }, [remotes, name, key]);

  if (remote.status === 'failed') return <RemoteFailure error={remote.error} onRetry={retry} />;
  if (remote.status !== 'ready') return <RemotePending name={name} />;
  return (
    <RemoteBoundary
      visit={visit}
      fallback={(cause) => {
        const stage = isLostFile(cause) ? 'entry' : 'render';
        const error = new RemoteError({ name, version: remote.version }, stage, String(cause), cause);
        return (
          <ScreenFailure
            error={error}
            insteadOf={remote.insteadOf}
            isNewlyShown={isNewlyShown}
            onRetry={retry}
          />
        );
      }}
    >
      <RetryAttempt value={visit}>
        {/* A boundary of its own: what is above keeps its state while a screen is on its way. */}
        <Suspense fallback={<RemotePending name={name} />}>
          <InItsLanguage name={name}>
            <RemoteRoutes
              name={name}
              routes={remote.module.routes}
              notFound={
                // The fallback version has no such page.
                remote.insteadOf ? (
                  <RemoteFailure error={remote.insteadOf} onRetry={retry} />
                ) : (
                  <NotFoundScreen />
                )
              }
            />
          </InItsLanguage>
        </Suspense>
      </RetryAttempt>
    </RemoteBoundary>
  );
}

interface ScreenFailureProps {
  error: RemoteError;
  /** Why the live version is not shown, when a fallback is; the notice explains it. */
  insteadOf: RemoteError | null;
  isNewlyShown: () => boolean;
  onRetry: () => void;
}

/** Replaces a screen that threw: by the fallback version, where there is one and nobody has used this one yet. */
function ScreenFailure({ error, insteadOf, isNewlyShown, onRetry }: ScreenFailureProps) {
  const remotes = useRemotes();
  const [isFallingBack] = useState(() => isNewlyShown() && remotes.canFallBack(error.remote));
  useEffect(() => {
    if (isFallingBack) remotes.fallBack(error.remote, error);
    else remotes.noteFailure(error);
  }, [remotes, isFallingBack, error]);
  if (isFallingBack) return <RemotePending name={error.remote} />;
  return <RemoteFailure error={insteadOf ?? error} isNews={!insteadOf} onRetry={onRetry} />;
}

/** Marks the screens of a remote that speaks the reader's language where the frame does not (`partialLanguages`). */
function InItsLanguage({ name, children }: { name: string; children: ReactNode }) {
  const language = currentLanguage();
  const texts = completeLanguageOf(language) === language ? {} : i18n.textsIn(language)[name];
  const isOwn = Object.keys(texts ?? {}).length > 0;
  return isOwn ? (
    <div lang={language} style={{ display: 'contents' }}>
      {children}
    </div>
  ) : (
    children
  );
}

interface RemoteRoutesProps extends Pick<RemoteModule, 'routes'> {
  name: string;
  notFound: ReactNode;
}

function RemoteRoutes({ name, routes, notFound }: RemoteRoutesProps) {
  const [started] = useState(() => performance.now());
  useEffect(() => measurePhase(name, 'mount', started), [name, started]);
  return useRoutes([
    ...routes.map(({ path, Component }) => ({ path, element: <Component /> })),
    { path: '*', element: notFound },
  ]);
}
