import type { PrivacySettings } from '@frens/contract';
import type { PrivacySwitch } from '@frens/contract/privacy';
import { Switch } from '@frens/design-system/switch';
import { useTranslation } from '@frens/platform';
import styles from './switch-list.module.css';

interface SwitchListProps {
  /** Omitted where the surrounding card already names the group. */
  legend?: string;
  switches: readonly PrivacySwitch[];
  settings: PrivacySettings;
  onChange: (change: Partial<PrivacySettings>) => void;
}

/** A group of switches, each with a hint. */
export function SwitchList({ legend, switches, settings, onChange }: SwitchListProps) {
  const { t } = useTranslation('mf-social');
  // A fieldset without a legend would add nothing for screen readers.
  const Root = legend ? 'fieldset' : 'div';
  return (
    <Root className={styles.root}>
      {legend ? <legend className={styles.legend}>{legend}</legend> : null}
      {switches.map((field) => (
        <Switch
          key={field}
          className={styles.row}
          label={t(`privacy.switches.${field}`)}
          hint={t(`privacy.hints.${field}`)}
          checked={settings[field]}
          onCheckedChange={({ checked }) => onChange({ [field]: checked })}
        />
      ))}
    </Root>
  );
}
