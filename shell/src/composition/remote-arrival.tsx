import { Button, Container, Notice, useTranslation } from '@frens/platform';
import { detailsOf, FailureDetails, useIsHydrating } from '@frens/platform/internal';
import { type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react';
import { useRemotes } from './engine.ts';
import styles from './remote-arrival.module.css';
import { useArea } from './use-area.ts';

interface RemoteArrivalProps {
  name: string;
  /** The path at which the document was opened, while it is still shown. */
  opened: string | null;
  children: ReactNode;
}

/**
 * Suspends until a remote has arrived, on the server and during hydration, so that the rendered HTML stays meanwhile, even when
 * the remote fails. Everywhere else it does nothing. It passes its children through, so that its own end renders nothing anew.
 */
export function RemoteArrival({ name, opened, children }: RemoteArrivalProps) {
  const remotes = useRemotes();
  const isHydrating = useIsHydrating();
  use(isHydrating && opened !== null ? remotes.ready(name, opened) : nothing);
  return children;
}

/**
 * Shows, over pre-rendered HTML, that its remote failed, and offers Retry. It stands outside the boundary, and nothing else
 * there may follow the remote: an update above would discard the HTML.
 */
export function RemoteLate({ name, opened }: { name: string; opened: string }) {
  const { t } = useTranslation('shell');
  const area = useArea(name);
  const remotes = useRemotes();
  const isHydrating = useIsHydrating();
  const [isWaiting, setWaiting] = useState(isHydrating);
  const state = useSyncExternalStore(
    remotes.subscribe,
    () => remotes.state(name),
    () => remotes.state(name),
  );
  useEffect(() => {
    if (isWaiting) void remotes.ready(name, opened).then(() => setWaiting(false));
  }, [remotes, name, opened, isWaiting]);

  // It may have failed before React has taken over what stands around it.
  const isLost = !isHydrating && isWaiting && state.status === 'failed';
  // Forms of the rendered page work without its scripts from now on (shell/public/index.html).
  useEffect(() => {
    if (isLost) dispatchEvent(new Event('scripts-lost'));
  }, [isLost]);

  if (!isLost) return null;
  const { stage, code, version, cause } = state.error;
  return (
    <Container className={styles.late}>
      <Notice
        tone="warning"
        role="alert"
        title={t('remote.failed.title', { area })}
        action={
          <Button size="sm" variant="secondary" onClick={() => void remotes.retry(name)}>
            {t('error.retry')}
          </Button>
        }
      >
        {t(`remote.failed.${stage}`)} {t('remote.failed.kept')}{' '}
        <FailureDetails details={detailsOf(cause, `${code} · ${name} ${version}`)} />
      </Notice>
    </Container>
  );
}

/** Marked as settled for React: nobody awaits it. */
const nothing: Promise<void> = Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined });
