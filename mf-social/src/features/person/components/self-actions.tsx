import { EyeIcon, PencilIcon } from '@frens/design-system/icons';
import { Button, Link, Text, useTranslation } from '@frens/platform';
import { paths } from '../../../paths.ts';
import styles from './person-actions.module.css';

/** Actions on the member's own page. */
export function SelfActions() {
  const { t } = useTranslation('mf-social');
  return (
    <div className={styles.root}>
      <Text size="sm" tone="muted">
        {t('person.self.text')}
      </Text>
      <div className={styles.buttons}>
        <Button asChild icon={<PencilIcon />}>
          <Link to={paths.profile}>{t('person.self.edit')}</Link>
        </Button>
        <Button asChild variant="secondary" icon={<EyeIcon />}>
          <Link to={paths.privacy}>{t('person.self.preview')}</Link>
        </Button>
      </div>
    </div>
  );
}
