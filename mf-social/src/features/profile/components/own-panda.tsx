import { ArrowRightIcon } from '@frens/design-system/icons';
import { SectionCard } from '@frens/members/section-card';
import { Button, Link, PandaScene, Text, useTranslation } from '@frens/platform';
import { PandaPortrait } from '../../../members/panda-portrait.tsx';
import { quizPath } from '../../../paths.ts';
import styles from './own-panda.module.css';

/** The member's Panda, or a link to the quiz. */
export function OwnPanda({ pandaId }: { pandaId: string | null }) {
  const { t } = useTranslation('mf-social');
  return (
    <SectionCard as="aside" title={t('profile.panda.title')} size="sm" tone="tint" align="center">
      {pandaId ? <PandaPortrait pandaId={pandaId} /> : <NoPanda />}
    </SectionCard>
  );
}

function NoPanda() {
  const { t } = useTranslation('mf-social');
  return (
    <>
      <PandaScene scene="grove" className={styles.scene} />
      <Text>{t('profile.panda.none')}</Text>
      <Button asChild variant="secondary" iconEnd={<ArrowRightIcon />}>
        <Link to={quizPath}>{t('profile.panda.quiz')}</Link>
      </Button>
    </>
  );
}
