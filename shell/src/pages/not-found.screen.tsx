import { Button, Container, Heading, Link, PandaScene, Text, useTranslation } from '@frens/platform';
import styles from './pages.module.css';

/** The page of unknown addresses (404). */
export function NotFoundScreen() {
  const { t } = useTranslation('shell');
  return (
    <Container width="reading" className={styles.lost}>
      <PandaScene scene="searching" className={styles.lostPanda} />
      <Heading level={1}>{t('notFound.title')}</Heading>
      <Text tone="muted" size="lg">
        {t('notFound.text')}
      </Text>
      <Button asChild size="lg">
        <Link to="/">{t('notFound.home')}</Link>
      </Button>
    </Container>
  );
}
