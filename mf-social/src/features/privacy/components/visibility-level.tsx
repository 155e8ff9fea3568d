import type { PrivacySettings } from '@frens/contract';
import { GlobeIcon, LockIcon, UsersIcon } from '@frens/design-system/icons';
import { RadioCards, useTranslation } from '@frens/platform';
import { visibilityLevels } from '../privacy-fields.ts';

const icons = { public: <GlobeIcon />, friends: <UsersIcon />, private: <LockIcon /> };

interface VisibilityLevelProps {
  value: PrivacySettings['profileVisibility'];
  onChange: (value: PrivacySettings['profileVisibility']) => void;
}

/** Who finds the member and sees the profile. */
export function VisibilityLevel({ value, onChange }: VisibilityLevelProps) {
  const { t } = useTranslation('mf-social');
  return (
    <RadioCards
      label={t('privacy.visibility.level')}
      columns={3}
      value={value}
      options={visibilityLevels.map((level) => ({
        value: level,
        label: t(`privacy.visibility.${level}.label`),
        description: t(`privacy.visibility.${level}.text`),
        icon: icons[level],
      }))}
      onValueChange={(change) => {
        const level = visibilityLevels.find((one) => one === change.value);
        if (level) onChange(level);
      }}
    />
  );
}
