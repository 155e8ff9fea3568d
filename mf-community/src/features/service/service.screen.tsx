import { Container, Grid, Heading, useTranslation } from '@frens/platform';
import { PreviewClosing } from '../../components/preview-closing.tsx';
import { PreviewHeader } from '../../components/preview-header.tsx';
import styles from '../../components/preview-page.module.css';
import { Explainer } from './components/explainer.tsx';
import { ProjectCard } from './components/project-card.tsx';
import { sampleProjects } from './sample-projects.ts';

/** /service: a preview of service projects and seva with samples. */
export function ServiceScreen() {
  const { t } = useTranslation('mf-community');
  return (
    <Container className={styles.root}>
      <PreviewHeader
        scene="gardening"
        title={t('service.title')}
        description={t('service.subtitle')}
        note={t('service.note')}
      />
      <section className={styles.section}>
        <Heading>{t('service.listTitle')}</Heading>
        <Grid asChild columns={2} gap="lg">
          <ul className={styles.list}>
            {sampleProjects.map((project) => (
              <li key={project.id}>
                <ProjectCard project={project} />
              </li>
            ))}
          </ul>
        </Grid>
      </section>
      <Explainer />
      <PreviewClosing
        title={t('service.propose.title')}
        text={t('service.propose.text')}
        action={t('service.propose.action')}
      />
    </Container>
  );
}
