import { formatAmount } from '@frens/contract/formats';
import { currentLanguage, useSession, useTranslation } from '@frens/platform';

/** What the member has left to stake, as the menus say it; null when nobody is signed in. It follows every action that moves BAMBOO. */
export function useBalance(): string | null {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  return user && t('chrome.balance', { amount: formatAmount(currentLanguage(), user.bambooBalance) });
}
