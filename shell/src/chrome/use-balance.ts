import { formatAmount } from '@frens/contract/formats';
import { currentLanguage, useSession, useTranslation } from '@frens/platform';

/** The member's available BAMBOO for the menus, refreshed after every action that moves some; null for visitors. */
export function useBalance(): string | null {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  return user && t('chrome.balance', { amount: formatAmount(currentLanguage(), user.bambooBalance) });
}
