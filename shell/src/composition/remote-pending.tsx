import { Spinner, useTranslation } from '@frens/platform';
import styles from './remote-pending.module.css';
import { useArea } from './use-area.ts';

/** The placeholder of a remote, or of one of the shell's own pages, while it loads. */
export function RemotePending({ name }: { name: string }) {
  const { t } = useTranslation('shell');
  const area = useArea(name);
  return (
    <div className={styles.pending}>
      <Spinner label={t('remote.loading', { area })} />
    </div>
  );
}
