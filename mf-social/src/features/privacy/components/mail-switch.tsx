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

/** One kind of mail, which saves itself; another one can be switched meanwhile. */
export function MailSwitch({ name, texts, settings }: MailSwitchProps) {
  const { t } = useTranslation('mf-social');
  const save = useSaveNotifications();
  return (
    <Switch
      className={styles.row}
      label={t(`privacy.mails.${texts}`)}
      hint={t(`privacy.mails.${texts}Hint`)}
      // As it was chosen while that is on its way, and as it is stored again if it did not get there.
      checked={(save.isPending ? save.variables?.[name] : undefined) ?? settings[name]}
      onCheckedChange={({ checked }) => save.run({ [name]: checked })}
    />
  );
}
