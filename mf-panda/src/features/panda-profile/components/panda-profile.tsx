import { MissingPage } from '@frens/members/missing-page';
import { pandaQuery } from '@frens/members/queries';
import { ApiError, Container, currentLanguage, LoadError, useQuery, useTranslation } from '@frens/platform';
import { paths } from '../../../paths.ts';
import { ProfileLoading } from './profile-loading.tsx';
import { ReadyProfile } from './ready-profile.tsx';

/** A Panda's profile in all states: loading, missing, failed, ready. */
export function PandaProfile({ pandaId }: { pandaId: string }) {
  const { t } = useTranslation('mf-panda');
  const query = useQuery(pandaQuery(pandaId, currentLanguage()));
  const { data: panda, error } = query;
  if (panda) return <ReadyProfile panda={panda} />;
  if (!error) return <ProfileLoading />;
  if (error instanceof ApiError && error.status === 404)
    return (
      <MissingPage
        title={t('profile.missing.title')}
        text={t('profile.missing.text')}
        action={{ to: paths.pandas, label: t('profile.missing.action') }}
      />
    );
  return (
    <Container>
      <LoadError headingLevel={1} title={t('profile.error.title')} query={query} scene="searching" />
    </Container>
  );
}
