import type { Panda } from '@frens/contract';
import { Container } from '@frens/platform';
import { useRef } from 'react';
import styles from './panda-profile.module.css';
import { PandaTabs } from './panda-tabs.tsx';
import { PersonalityCard } from './personality-card.tsx';
import { PortraitCard } from './portrait-card.tsx';
import { useOwnHeight } from './use-own-height.ts';
import { WayBack } from './way-back.tsx';

/** The portrait beside everything else; it stays while the tabs scroll. */
export function ReadyProfile({ panda }: { panda: Panda }) {
  const portrait = useRef<HTMLDivElement>(null);
  useOwnHeight(portrait);
  return (
    <Container className={styles.root}>
      <WayBack />
      <div className={styles.columns}>
        <div className={styles.portrait} ref={portrait}>
          <PortraitCard panda={panda} />
        </div>
        <div className={styles.rest}>
          <PersonalityCard panda={panda} />
          <PandaTabs panda={panda} />
        </div>
      </div>
    </Container>
  );
}
