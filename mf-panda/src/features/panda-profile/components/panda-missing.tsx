import { Button, Container, Heading, Link, PandaScene, Text, useTranslation } from '@frens/platform';
import { paths } from '../../../paths.ts';
import styles from './panda-missing.module.css';

/** There is no such Panda, or not for this member (D2: both look the same). */
export function PandaMissing() {
  const { t } = useTranslation('mf-panda');
  return (
    <Container className={styles.root}>
      <PandaScene scene="searching" className={styles.scene} />
      <Heading level={1} size="lg">
        {t('profile.missing.title')}
      </Heading>
      <Text tone="muted" measure>
        {t('profile.missing.text')}
      </Text>
      <Button asChild>
        <Link to={paths.pandas}>{t('profile.missing.action')}</Link>
      </Button>
    </Container>
  );
}
