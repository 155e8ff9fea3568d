import type { Person } from '@frens/contract';
import { Card, Heading, Stack, useSession, useTranslation } from '@frens/platform';
import { useId } from 'react';
import { PandaPortrait } from '../../../members/panda-portrait.tsx';
import { BlockPerson } from './block-person.tsx';
import { InCommonCard } from './in-common-card.tsx';
import { PersonAbout } from './person-about.tsx';
import { PersonHead } from './person-head.tsx';
import styles from './person-profile.module.css';
import { ReportPerson } from './report-person.tsx';

/** A person's page, as much of it as they show. */
export function PersonProfile({ person }: { person: Person }) {
  const { user } = useSession();
  const isSelf = person.id === user?.id;
  // Gender has no switch: without one, name, username and image are all that is shown (D16).
  const isNameOnly = person.gender === null;
  return (
    <div className={styles.root}>
      <PersonHead person={person} isSelf={isSelf} />
      <div className={styles.columns}>
        <Stack gap="lg">
          <PersonAbout person={person} isNameOnly={isNameOnly} />
          {isSelf || isNameOnly ? null : <InCommonCard person={person} />}
        </Stack>
        {person.pandaId ? <PandaCard name={person.name} pandaId={person.pandaId} /> : null}
      </div>
      {isSelf ? null : (
        <div className={styles.foot}>
          <ReportPerson person={person} />
          <BlockPerson person={person} />
        </div>
      )}
    </div>
  );
}

function PandaCard({ name, pandaId }: { name: string; pandaId: string }) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  return (
    <Card asChild tone="tint">
      <aside aria-labelledby={title}>
        <Stack align="center" className={styles.panda}>
          <Heading level={2} size="sm" id={title}>
            {t('member.panda', { name })}
          </Heading>
          <PandaPortrait pandaId={pandaId} />
        </Stack>
      </aside>
    </Card>
  );
}
