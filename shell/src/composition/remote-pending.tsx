import { Spinner, useTranslation } from '@frens/platform';
import styles from './remote-pending.module.css';
import { useArea } from './use-area.ts';

/** Holds the place of a remote, or of one of the shell's own pages, that is on its way. */
export function RemotePending({ name }: { name: string }) {
  const { t } = useTranslation('shell');
  const area = useArea(name);
  return (
    <div className={styles.pending}>
      <Spinner label={t('remote.loading', { area })} />
    </div>
  );
}
