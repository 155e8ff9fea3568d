import { ArrowLeftIcon } from '@frens/design-system/icons';
import { MissingPage } from '@frens/members/missing-page';
import { circleQuery } from '@frens/members/queries';
import {
  ApiError,
  Button,
  Container,
  currentLanguage,
  Link,
  LoadError,
  type PublicData,
  useParams,
  useQuery,
  useTranslation,
} from '@frens/platform';
import { circlesPath } from '../../paths.ts';
import styles from './circle.module.css';
import { CircleLoading } from './components/circle-loading.tsx';
import { ReadyCircle } from './components/ready-circle.tsx';

/** /groups/{circleId}: one circle, its members, and how to join (D58). */
export function CircleScreen() {
  const { circleId = '' } = useParams();
  // The key resets state per circle, so that no open dialog carries over.
  return <CirclePage key={circleId} circleId={circleId} />;
}

CircleScreen.publicData = ((read, { circleId = '' }) =>
  read(circleQuery(circleId, currentLanguage()))) satisfies PublicData;

function CirclePage({ circleId }: { circleId: string }) {
  const { t } = useTranslation('mf-community');
  const query = useQuery(circleQuery(circleId, currentLanguage()));
  const { data: circle, error } = query;
  // Also after it was shown: the owner may have deleted it meanwhile.
  if (error instanceof ApiError && error.status === 404)
    return (
      <MissingPage
        title={t('circle.missing.title')}
        text={t('circle.missing.text')}
        action={{ to: circlesPath, label: t('circle.missing.action') }}
      />
    );
  return (
    <Container className={styles.root}>
      {!circle && error ? (
        <LoadError headingLevel={1} query={query} title={t('circle.error')} />
      ) : (
        <div className={styles.circle}>
          <Button asChild variant="ghost" size="sm" icon={<ArrowLeftIcon />} className={styles.back}>
            <Link to={circlesPath}>{t('circle.all')}</Link>
          </Button>
          {circle ? (
            <ReadyCircle circle={circle} />
          ) : (
            <>
              {/* The server fills in that the member's view needs scripts. */}
              <noscript data-needs-scripts="" />
              <CircleLoading />
            </>
          )}
        </div>
      )}
    </Container>
  );
}
