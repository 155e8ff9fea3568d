import {
  ApiError,
  currentLanguage,
  ErrorState,
  PandaScene,
  serverText,
  useQuery,
  useTranslation,
} from '@frens/platform';
import { pandaQuery } from '../panda-profile.queries.ts';
import { PandaMissing } from './panda-missing.tsx';
import styles from './panda-profile.module.css';
import { PandaTabs } from './panda-tabs.tsx';
import { PersonalityCard } from './personality-card.tsx';
import { PortraitCard } from './portrait-card.tsx';
import { ProfileLoading } from './profile-loading.tsx';
import { WayBack } from './way-back.tsx';

/** One Panda in each of its states: loading, missing, failed, there. */
export function PandaProfile({ pandaId }: { pandaId: string }) {
  const { t } = useTranslation('mf-panda');
  const { data: panda, error, isFetching, refetch } = useQuery(pandaQuery(pandaId, currentLanguage()));
  if (panda) {
    return (
      <div className={styles.root}>
        <WayBack />
        <div className={styles.columns}>
          <div className={styles.portrait}>
            <PortraitCard panda={panda} />
          </div>
          <div className={styles.rest}>
            <PersonalityCard panda={panda} />
            <PandaTabs panda={panda} />
          </div>
        </div>
      </div>
    );
  }
  if (!error) return <ProfileLoading />;
  if (error instanceof ApiError && error.status === 404) return <PandaMissing />;
  return (
    <ErrorState
      headingLevel={1}
      title={t('profile.error.title')}
      description={serverText(error)}
      illustration={<PandaScene scene="searching" />}
      retryLabel={t('profile.error.retry')}
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
