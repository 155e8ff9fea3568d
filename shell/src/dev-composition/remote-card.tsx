import type { PublishedVersions } from '@frens/compose';
import {
  Badge,
  Button,
  Card,
  Cluster,
  Heading,
  type Hue,
  Stack,
  Text,
  useTranslation,
} from '@frens/platform';
import { useSyncExternalStore } from 'react';
import type { RemoteState } from '../composition/engine.ts';
import { useRemotes } from '../composition/engine.ts';
import styles from './dev-composition.module.css';
import { readTimeline } from './read-timeline.ts';
import { RemoteTimeline } from './remote-timeline.tsx';
import { VersionChoice } from './version-choice.tsx';

const hues: Record<RemoteState['status'], Hue> = {
  idle: 'neutral',
  loading: 'sky',
  ready: 'bamboo',
  failed: 'persimmon',
};

interface RemoteCardProps {
  name: string;
  /** The preview that the tab requests, as in the address. */
  wanted: string;
  published: PublishedVersions[string];
  /** The live version, while the tab shows a preview. */
  live?: string | undefined;
}

/** One remote in this tab: version, origin, state, timeline, and a choice of another version. */
export function RemoteCard({ name, wanted, published, live }: RemoteCardProps) {
  const { t } = useTranslation('dev');
  const remotes = useRemotes();
  const state = useSyncExternalStore(remotes.subscribe, () => remotes.state(name));
  const versions = remotes.versions(name);
  const [first] = versions;
  const version = state.status === 'ready' ? state.version : (first?.version ?? '–');
  const base = versions.find((one) => one.version === version)?.base ?? '';
  // Neither a version that failed here nor the one that is shown is a fallback.
  const failed = state.status === 'ready' ? state.insteadOf?.version : undefined;
  const fallbacks = versions
    .slice(1)
    .map((one) => one.version)
    .filter((one) => one !== version && one !== failed);
  const error = state.status === 'failed' ? state.error : state.status === 'ready' ? state.insteadOf : null;
  return (
    <Card asChild>
      <article aria-label={name}>
        <Stack>
          <Cluster justify="between">
            <Heading level={2} size="md">
              {name}
            </Heading>
            <Badge hue={failed ? 'honey' : hues[state.status]}>
              {t(failed ? 'state.standsIn' : `state.${state.status}`)}
            </Badge>
          </Cluster>
          <p className={styles.version}>
            <strong>{version}</strong>
            <br />
            <code>{base}</code>
          </p>
          {live !== undefined && live !== version ? (
            <Text size="sm" tone="muted">
              {t('liveVersion', { version: live })}
            </Text>
          ) : null}
          {fallbacks.length > 0 ? (
            <Text size="sm" tone="muted">
              {t('fallbacks', { versions: fallbacks.join(', ') })}
            </Text>
          ) : null}
          {error ? <Text size="sm">{error.message}</Text> : null}
          <RemoteTimeline {...readTimeline(name, base)} />
          {state.status === 'idle' ? (
            <Button variant="secondary" size="sm" onClick={() => void remotes.load(name)}>
              {t('load')}
            </Button>
          ) : null}
          {state.status === 'failed' ? (
            <Button variant="secondary" size="sm" onClick={() => void remotes.retry(name)}>
              {t('retry')}
            </Button>
          ) : null}
          <VersionChoice name={name} shown={version} wanted={wanted} published={published} />
        </Stack>
      </article>
    </Card>
  );
}
