import { ArrowRightIcon } from '@frens/design-system/icons';
import { Button, Card, Heading, Link, PandaScene, Stack, Text, useTranslation } from '@frens/platform';
import { useId } from 'react';
import { PandaPortrait } from '../../../members/panda-portrait.tsx';
import { quizPath } from '../../../paths.ts';
import styles from './own-panda.module.css';

/** The member's Panda, or the way to get one. */
export function OwnPanda({ pandaId }: { pandaId: string | null }) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  return (
    <Card asChild tone="tint">
      <aside aria-labelledby={title}>
        <Stack align="center">
          <Heading level={2} size="sm" id={title}>
            {t('profile.panda.title')}
          </Heading>
          {pandaId ? <PandaPortrait pandaId={pandaId} /> : <NoPanda />}
        </Stack>
      </aside>
    </Card>
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
