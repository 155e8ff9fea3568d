import type { PublicUser } from '@frens/contract';
import { MapPinIcon } from '@frens/design-system/icons';
import { Badge, UserText, useTranslation } from '@frens/platform';
import styles from './member-facts.module.css';

/** Gender and location, where visible. */
export function MemberFacts({
  member: { gender, location },
}: {
  member: Pick<PublicUser, 'gender' | 'location'>;
}) {
  const { t } = useTranslation('mf-social');
  if (!gender && !location) return null;
  return (
    <div className={styles.root}>
      {gender ? <Badge>{t(`member.gender.${gender}`)}</Badge> : null}
      {location ? (
        <span className={styles.location}>
          <MapPinIcon size={14} />
          <UserText className={styles.place}>{location}</UserText>
        </span>
      ) : null}
    </div>
  );
}
