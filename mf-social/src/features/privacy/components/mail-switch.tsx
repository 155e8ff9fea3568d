import type { NotificationSettings } from '@frens/contract';
import { Switch } from '@frens/design-system/switch';
import { useTranslation } from '@frens/platform';
import { useSaveNotifications } from '../notifications.queries.ts';
import styles from './switch-list.module.css';

interface MailSwitchProps {
  name: keyof NotificationSettings;
  texts: 'messages' | 'requests' | 'introductions' | 'invitations';
  settings: NotificationSettings;
}

/** One kind of mail. The switch saves itself, independently of the others. */
export function MailSwitch({ name, texts, settings }: MailSwitchProps) {
  const { t } = useTranslation('mf-social');
  const save = useSaveNotifications();
  return (
    <Switch
      className={styles.row}
      label={t(`privacy.mails.${texts}`)}
      hint={t(`privacy.mails.${texts}Hint`)}
      // Optimistic while the save is pending; falls back to the stored value if the save fails.
      checked={(save.isPending ? save.variables?.[name] : undefined) ?? settings[name]}
      onCheckedChange={({ checked }) => save.run({ [name]: checked })}
    />
  );
}
