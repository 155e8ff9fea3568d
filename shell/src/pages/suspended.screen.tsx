import { formatDay } from '@frens/contract/formats';
import {
  api,
  Button,
  Cluster,
  Container,
  currentLanguage,
  Heading,
  Notice,
  onSignOut,
  Stack,
  saveFile,
  session,
  Text,
  useAction,
  useNavigate,
  useTranslation,
} from '@frens/platform';
import { type Suspension, useSuspension } from '@frens/platform/internal';
import { useEffect, useRef, useState } from 'react';
import { EndSuspended } from './end-suspended.tsx';
import styles from './pages.module.css';

/** Replaces every page for a suspended member: reason, end, contact, and what they can still do (D23). */
export function SuspendedScreen() {
  const suspension = useSuspension();
  return suspension ? <SuspendedPage {...suspension} /> : null;
}

function SuspendedPage({ reason, until, contact }: Suspension) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const [isEnding, setEnding] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // It replaces the current page, often a form that has the focus.
  useEffect(() => heading.current?.focus(), []);
  // Signing out, here, in the frame or in another tab, navigates home instead of asking for a sign-in.
  useEffect(() => onSignOut(() => navigate('/', { replace: true })), [navigate]);
  const download = useAction({
    send: () => api.call('GET /api/account/export'),
    meta: { failureTitle: t('suspended.exportFailed') },
    onSuccess: (file) => saveFile(t('suspended.file'), JSON.stringify(file, null, 2)),
  });
  const leave = useAction({
    send: () => session.signOut(),
    meta: { failureTitle: t('session.logoutFailed'), failureText: 'message' },
  });
  const end =
    until === null
      ? t('suspended.forEver')
      : t('suspended.until', { day: formatDay(currentLanguage(), until) });
  return (
    <Container className={styles.suspended}>
      <Stack>
        <Heading ref={heading} level={1} tabIndex={-1}>
          {t('suspended.title')}
        </Heading>
        <Text measure>{end}</Text>
        <Notice tone="warning" title={t('suspended.why')}>
          {reason}
        </Notice>
        <Text measure>
          {t('suspended.answer')} <a href={`mailto:${contact}`}>{contact}</a>
        </Text>
        <Text measure tone="muted">
          {t('suspended.kept')}
        </Text>
        <Cluster>
          <Button variant="secondary" loading={download.isPending} onClick={() => download.run()}>
            {t('suspended.export')}
          </Button>
          <Button variant="secondary" loading={leave.isPending} onClick={() => leave.run()}>
            {t('suspended.signOut')}
          </Button>
          {isEnding ? null : (
            <Button variant="ghost" onClick={() => setEnding(true)}>
              {t('suspended.end.open')}
            </Button>
          )}
        </Cluster>
        {isEnding ? <EndSuspended onCancel={() => setEnding(false)} /> : null}
      </Stack>
    </Container>
  );
}
