import { formatAmount } from '@frens/contract/formats';
import { ApiError, currentLanguage, Link, Notice, useTranslation } from '@frens/platform';
import styles from './join-help.module.css';

/** Says why a circle could not be joined when there is a way on: somebody to ask, or a Panda to back (D29, D31). */
export function JoinHelp({ error }: { error: Error | null }) {
  const { t } = useTranslation('mf-community');
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'invite_required') return <Notice tone="warning">{error.serverMessage}</Notice>;
  if (error.code !== 'stake_required') return null;
  const language = currentLanguage();
  const { pandaId, required, current } = error.details;
  return (
    <Notice tone="warning">
      <p>{error.serverMessage}</p>
      {required && current ? (
        <p>
          {t('circles.join.staked', {
            required: formatAmount(language, String(required)),
            current: formatAmount(language, String(current)),
          })}
        </p>
      ) : null}
      <Link className={styles.link} to={pandaId ? `/panda/${String(pandaId)}` : '/panda'}>
        {t(pandaId ? 'circles.join.toPanda' : 'circles.join.toPandas')}
      </Link>
    </Notice>
  );
}
