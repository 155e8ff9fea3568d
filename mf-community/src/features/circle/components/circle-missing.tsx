import { Button, Container, Heading, Link, PandaScene, Text, useTranslation } from '@frens/platform';
import { circlesPath } from '../../../paths.ts';
import styles from './circle-missing.module.css';

/** There is no such circle, or not any more. */
export function CircleMissing() {
  const { t } = useTranslation('mf-community');
  return (
    <Container className={styles.root}>
      <PandaScene scene="searching" className={styles.scene} />
      <Heading level={1} size="lg">
        {t('circle.missing.title')}
      </Heading>
      <Text tone="muted" measure>
        {t('circle.missing.text')}
      </Text>
      <Button asChild>
        <Link to={circlesPath}>{t('circle.missing.action')}</Link>
      </Button>
    </Container>
  );
}
