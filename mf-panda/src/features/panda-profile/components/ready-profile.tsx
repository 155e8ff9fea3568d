import type { Panda } from '@frens/contract';
import { Card, Container, ReportButton, useNavigate, useSettle } from '@frens/platform';
import { useRef } from 'react';
import { GatedCircleNotice } from '../../../components/gated-circle-note.tsx';
import { paths } from '../../../paths.ts';
import { WayBack } from './back-link.tsx';
import styles from './panda-profile.module.css';
import { PandaTabs } from './panda-tabs.tsx';
import { PersonalityCard } from './personality-card.tsx';
import { PortraitCard } from './portrait-card.tsx';
import { ScoreCard } from './score-card.tsx';
import { TraitRadar } from './trait-radar.tsx';
import { useOwnHeight } from './use-own-height.ts';

/** The portrait beside everything else; it stays while the tabs scroll. */
export function ReadyProfile({ panda }: { panda: Panda }) {
  const navigate = useNavigate();
  const portrait = useRef<HTMLDivElement>(null);
  useOwnHeight(portrait);
  useSettle('panda', panda.id, panda.isMine);
  return (
    <Container className={styles.root}>
      <WayBack />
      <GatedCircleNotice pandaId={panda.id} />
      <div className={styles.columns}>
        <div className={styles.portrait} ref={portrait}>
          <PortraitCard panda={panda} />
        </div>
        <div className={styles.rest}>
          <Card padding="sm">
            <TraitRadar name={panda.name} traits={panda.traits} />
          </Card>
          <div className={styles.told}>
            <PersonalityCard panda={panda} />
            <ScoreCard panda={panda} />
          </div>
          <PandaTabs panda={panda} />
        </div>
      </div>
      {panda.isMine ? null : (
        <div className={styles.foot}>
          <ReportButton
            type="panda"
            id={panda.id}
            name={panda.name}
            onDone={() => navigate(paths.pandas, { replace: true })}
          />
        </div>
      )}
    </Container>
  );
}
