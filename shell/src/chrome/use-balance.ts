import { currentLanguage, useSession, useTranslation } from '@frens/platform';

/** What the member has left to stake, as the menus say it; null when nobody is signed in. It follows every action that moves BAMBOO. */
export function useBalance(): string | null {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  if (!user) return null;
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  // True because the contract's schema admits decimal text only; read digit by digit, no amount passes through a fraction.
  const amount = new Intl.NumberFormat(currentLanguage(), decimals).format(user.bambooBalance as `${number}`);
  return t('chrome.balance', { amount });
}
