import { Spinner, useTranslation } from '@frens/platform';
import styles from './remote-pending.module.css';

/** Holds the place of a remote that is on its way. */
export function RemotePending({ name }: { name: string }) {
  const { t } = useTranslation('shell');
  const area = t(`remote.area.${name}`, { defaultValue: name });
  return (
    <div className={styles.pending}>
      <Spinner label={t('remote.loading', { area })} />
    </div>
  );
}
