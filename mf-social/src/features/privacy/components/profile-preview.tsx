import type { PrivacySettings, SelfUser } from '@frens/contract';
import { pickPublic } from '@frens/contract/profile-fields';
import { type Profile, visibleProfile } from '@frens/contract/visibility';
import { RadioCards } from '@frens/design-system/radio-cards';
import { Text, useSession, useTranslation } from '@frens/platform';
import { useState } from 'react';
import { MemberCard } from '../../../members/member-card.tsx';
import { TitledCard } from '../../../titled-card.tsx';
import styles from './profile-preview.module.css';

const viewpoints = ['friend', 'other'] as const;
type Viewpoint = (typeof viewpoints)[number];

/** "Preview my profile as": the card that a friend or another member would see with the unsaved settings (D17). */
export function ProfilePreview({ settings }: { settings: PrivacySettings }) {
  const { t } = useTranslation('mf-social');
  const { user } = useSession();
  const [viewpoint, setViewpoint] = useState<Viewpoint>('friend');
  if (!user) return null;
  return (
    <TitledCard texts="privacy.preview">
      <RadioCards
        label={t('privacy.preview.label')}
        columns={2}
        compact
        value={viewpoint}
        options={viewpoints.map((value) => ({ value, label: t(`privacy.preview.${value}`) }))}
        onValueChange={(change) => setViewpoint(viewpoints.find((one) => one === change.value) ?? viewpoint)}
      />
      <div className={styles.result} aria-live="polite">
        <Preview user={user} settings={settings} viewpoint={viewpoint} />
      </div>
    </TitledCard>
  );
}

interface PreviewProps {
  user: SelfUser;
  settings: PrivacySettings;
  viewpoint: Viewpoint;
}

function Preview({ user, settings, viewpoint }: PreviewProps) {
  const { t } = useTranslation('mf-social');
  const profile = visibleProfile(profileOf(user), settings, viewpoint);
  if (!profile)
    return (
      <Text>{t(`privacy.preview.${settings.profileVisibility === 'private' ? 'invisible' : 'hidden'}`)}</Text>
    );
  const isFriend = viewpoint === 'friend';
  const canConnect = !isFriend && settings.allowFriendRequests;
  return (
    <MemberCard
      isPreview
      headingLevel={3}
      member={{
        ...profile,
        pandaImage: profile.pandaId && user.pandaImage,
        relation: isFriend ? 'friend' : 'none',
        canConnect,
      }}
    >
      {isFriend ? null : (
        <Text size="sm" tone="muted">
          {t(canConnect ? 'privacy.preview.canConnect' : 'connect.closed')}
        </Text>
      )}
    </MemberCard>
  );
}

/** The member's profile with every field visible. The member is online, since they are looking at this page. */
function profileOf(user: SelfUser): Profile {
  const { id, username, pandaId } = user;
  return { id, username: username ?? '', ...pickPublic(user), pandaId, online: true };
}
