import type { PrivacySettings } from '@frens/contract';
import { Switch } from '@frens/design-system/switch';
import { useTranslation } from '@frens/platform';
import type { PrivacySwitch } from '../privacy-fields.ts';
import styles from './switch-list.module.css';

interface SwitchListProps {
  legend?: string;
  /** Where the labels stand. */
  texts: string;
  /** Text name to stored field. */
  switches: Record<string, PrivacySwitch>;
  settings: PrivacySettings;
  onChange: (change: Partial<PrivacySettings>) => void;
}

/** Settings that are on or off, each with what it means. */
export function SwitchList({ legend, texts, switches, settings, onChange }: SwitchListProps) {
  const { t } = useTranslation('mf-social');
  return (
    <fieldset className={styles.root}>
      {legend ? <legend className={styles.legend}>{legend}</legend> : null}
      {Object.entries(switches).map(([text, field]) => (
        <Switch
          key={field}
          className={styles.row}
          label={t(`${texts}.${text}`)}
          hint={t(`privacy.hints.${text}`)}
          checked={settings[field]}
          onCheckedChange={({ checked }) => onChange({ [field]: checked })}
        />
      ))}
    </fieldset>
  );
}
