import type { Panda } from '@frens/contract';
import { ReportButton } from '@frens/members/safety';
import { useSettle } from '@frens/members/unread';
import { Card, Cluster, Container, useMediaQuery, useNavigate } from '@frens/platform';
import { useRef, useState } from 'react';
import { GatedCircleNotice } from '../../../components/gated-circle-note.tsx';
import { paths } from '../../../paths.ts';
import { BackLink } from './back-link.tsx';
import styles from './panda-profile.module.css';
import { PandaTabs } from './panda-tabs.tsx';
import { PersonalityCard } from './personality-card.tsx';
import { PortraitCard } from './portrait-card.tsx';
import { RecentBackers } from './recent-backers.tsx';
import type { LandedStake } from './stake-form.tsx';
import { StakePanel } from './stake-panel.tsx';
import { useOwnHeight } from './use-own-height.ts';

/**
 * The Panda's portrait beside its content. On phones the content comes before the rest of the portrait column, both visually and in
 * tab order.
 */
export function ReadyProfile({ panda }: { panda: Panda }) {
  const navigate = useNavigate();
  const portrait = useRef<HTMLDivElement>(null);
  useOwnHeight(portrait);
  const [thankedFor, setThankedFor] = useState<LandedStake | null>(null);
  const stake = { panda, thankedFor, onThankedForChange: setThankedFor };
  const isWide = useMediaQuery('(min-width: 960px)');
  const more = (
    <div className={styles.more}>
      <PersonalityCard panda={panda} />
      <Card className={styles.backing}>
        {panda.isMine ? <StakePanel {...stake} /> : null}
        <RecentBackers panda={panda} />
      </Card>
    </div>
  );
  useSettle('panda', panda.id, panda.isMine);
  return (
    <Container className={styles.root}>
      <BackLink />
      <GatedCircleNotice pandaId={panda.id} />
      <div className={styles.columns}>
        <div className={styles.portrait} ref={portrait}>
          <PortraitCard {...stake} />
          {isWide ? more : null}
        </div>
        <div className={styles.rest}>
          <PandaTabs panda={panda} />
        </div>
        {isWide ? null : more}
      </div>
      {panda.isMine ? null : (
        <Cluster justify="end">
          <ReportButton
            type="panda"
            id={panda.id}
            name={panda.name}
            onDone={() => navigate(paths.pandas, { replace: true })}
          />
        </Cluster>
      )}
    </Container>
  );
}
