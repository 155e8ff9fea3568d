import { formatCount } from '@frens/contract/formats';
import { currentLanguage, useTranslation } from '@frens/platform';

/** Says how many Pandas the list shows. */
export function useShownWords(): (count: number) => string {
  const { t } = useTranslation('mf-panda');
  return (count) => t('list.shown', { count, shown: formatCount(currentLanguage(), count) });
}
