import {
  Container,
  Heading,
  Link,
  PageHeader,
  Stack,
  Text,
  useParams,
  useTranslation,
} from '@frens/platform';
import { NotFoundScreen } from './not-found.screen.tsx';
import styles from './pages.module.css';
import { isStaticPage, sectionsOf } from './static-pages.ts';

/** One short page: a title, a sentence, a few paragraphs. */
export function StaticPage() {
  const { t } = useTranslation('pages');
  const { page } = useParams();
  if (!isStaticPage(page)) return <NotFoundScreen />;
  return (
    <Container width="reading" asChild>
      <article className={styles.page}>
        <PageHeader title={t(`${page}.title`)} description={t(`${page}.lead`)} />
        <Stack gap="xl">
          {sectionsOf(page).map((section) => (
            <Stack key={section} gap="sm" asChild>
              <section>
                <Heading level={2} size="md">
                  {t(`${section}.title`)}
                </Heading>
                <Text measure>{t(`${section}.text`)}</Text>
              </section>
            </Stack>
          ))}
        </Stack>
        <p className={styles.back}>
          <Link to="/">{t('back')}</Link>
        </p>
      </article>
    </Container>
  );
}
