import type { Panda } from '@frens/contract';
import { formatAmount, formatCount } from '@frens/contract/formats';
import { memberPicture } from '@frens/contract/picture-files';
import { Avatar, Card, Chip, Cluster, currentLanguage, Link, Text, useTranslation } from '@frens/platform';
import { QuotientBadge } from '../../../components/quotient-badge.tsx';
import { paths } from '../../../paths.ts';
import { knownTrait, traitHue } from '../traits.ts';
import { PandaName } from './panda-name.tsx';
import styles from './portrait-card.module.css';
import type { LandedStake } from './stake-form.tsx';
import { StakePanel } from './stake-panel.tsx';

const idDigitsShown = 6;

interface PortraitCardProps {
  panda: Panda;
  /** The latest stake; it makes the total pulse. */
  thankedFor: LandedStake | null;
  onThankedForChange: (landed: LandedStake | null) => void;
}

/** The Panda's portrait, traits and figures; for other members' Pandas also the button to back it. */
export function PortraitCard({ panda, ...stake }: PortraitCardProps) {
  const { t } = useTranslation('mf-panda');
  const traits = Object.entries(panda.traits);
  return (
    <Card padding="none" className={styles.root}>
      <img
        className={styles.image}
        src={panda.imageUrl}
        alt={t('profile.portrait', { name: panda.name })}
        width={512}
        height={512}
      />
      <div className={styles.who}>
        <PandaName panda={panda} />
        <Cluster>
          <QuotientBadge quotient={panda.frenQuotient} />
          <Text size="sm" tone="muted" className={styles.number}>
            {t('profile.number', { end: panda.id.slice(-idDigitsShown) })}
          </Text>
        </Cluster>
        {panda.isMine ? (
          <Text size="sm" tone="muted" weight="bold">
            {t('profile.mine')}
          </Text>
        ) : null}
        {panda.owner && !panda.isMine ? (
          <Link to={paths.person(panda.owner.username)} className={styles.owner}>
            <Avatar
              size="sm"
              name={panda.owner.name}
              {...memberPicture({ ...panda.owner, pandaImage: panda.imageUrl })}
              decorative
            />
            {t('profile.owner', { name: panda.owner.name })}
          </Link>
        ) : null}
      </div>
      <div className={styles.words}>
        {traits.length > 0 ? (
          <ul className={styles.traits} aria-label={t('profile.traits')}>
            {traits.map(([key, value]) => {
              const known = knownTrait(key);
              return (
                <li key={key}>
                  <Chip hue={traitHue(key)}>
                    {t('traits.tag', { trait: known ? t(`traits.${known}`) : key, value })}
                  </Chip>
                </li>
              );
            })}
          </ul>
        ) : null}
        {panda.isMine && panda.uniqueBackers === 0 ? null : (
          <Figures panda={panda} thankedFor={stake.thankedFor} />
        )}
        {panda.isMine ? null : <StakePanel panda={panda} {...stake} />}
      </div>
    </Card>
  );
}

/** The Panda's BAMBOO figures. */
function Figures({ panda, thankedFor }: Pick<PortraitCardProps, 'panda' | 'thankedFor'>) {
  const { t } = useTranslation('mf-panda');
  const language = currentLanguage();
  return (
    <dl className={styles.figures}>
      <div className={styles.figure} data-fresh={thankedFor === null ? undefined : true}>
        <dt>{t('profile.staked')}</dt>
        <dd>{formatAmount(language, panda.totalBambooStaked)}</dd>
      </div>
      <div className={styles.figure}>
        <dt>{t('profile.backers')}</dt>
        <dd>{formatCount(language, panda.uniqueBackers)}</dd>
      </div>
    </dl>
  );
}
