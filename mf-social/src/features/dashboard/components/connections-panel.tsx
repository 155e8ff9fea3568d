import { LoadError, LoadMore, Skeleton, Stack, useTranslation, VisuallyHidden } from '@frens/platform';
import type { Removals } from '../../../members/use-removals.ts';
import { useConnections } from '../dashboard.queries.ts';
import { FriendsSection } from './friends-section.tsx';
import { RequestsSection } from './requests-section.tsx';

/** Connection requests and friends; requests come first, because they need an answer. */
export function ConnectionsPanel({ removals }: { removals: Removals }) {
  const { t } = useTranslation('mf-social');
  const connections = useConnections();
  const { friends, pending, error, moreFriends, morePending } = connections;
  if (error) return <LoadError query={connections} title={t('dashboard.connections.error.title')} />;
  if (!friends || !pending)
    return (
      <Stack gap="lg">
        <VisuallyHidden>{t('dashboard.connections.loading')}</VisuallyHidden>
        <Skeleton shape="card" />
        <Skeleton shape="card" />
      </Stack>
    );
  return (
    <Stack gap="lg">
      <RequestsSection requests={pending} more={<LoadMore pages={morePending} />} />
      <FriendsSection
        friends={friends}
        removals={removals}
        more={<LoadMore pages={moreFriends} auto={3} />}
      />
    </Stack>
  );
}
