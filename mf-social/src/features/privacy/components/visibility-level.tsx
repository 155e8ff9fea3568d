import type { PrivacySettings } from '@frens/contract';
import { profileVisibilities } from '@frens/contract/choices';
import { GlobeIcon, LockIcon, UsersIcon } from '@frens/design-system/icons';
import { RadioCards } from '@frens/design-system/radio-cards';
import { useTranslation } from '@frens/platform';

const icons = { public: <GlobeIcon />, friends: <UsersIcon />, private: <LockIcon /> };

interface VisibilityLevelProps {
  value: PrivacySettings['profileVisibility'];
  onChange: (value: PrivacySettings['profileVisibility']) => void;
}

/** Who can find the member and see the profile. */
export function VisibilityLevel({ value, onChange }: VisibilityLevelProps) {
  const { t } = useTranslation('mf-social');
  return (
    <RadioCards
      label={t('privacy.visibility.level')}
      columns={3}
      value={value}
      options={profileVisibilities.map((level) => ({
        value: level,
        label: t(`privacy.visibility.${level}.label`),
        description: t(`privacy.visibility.${level}.text`),
        icon: icons[level],
      }))}
      onValueChange={(change) => {
        const level = profileVisibilities.find((one) => one === change.value);
        if (level) onChange(level);
      }}
    />
  );
}
