import { formatQuotient } from '@frens/contract/formats';
import { Badge, currentLanguage, useTranslation, VisuallyHidden } from '@frens/platform';

/** The quotient without decimals; screen readers get its full name. */
export function QuotientBadge({ quotient }: { quotient: string }) {
  const { t } = useTranslation('mf-panda');
  const score = formatQuotient(currentLanguage(), quotient);
  return (
    <Badge hue="bamboo">
      <span aria-hidden="true">{t('quotient.badge', { score })}</span>
      <VisuallyHidden>{t('quotient.spelled', { score })}</VisuallyHidden>
    </Badge>
  );
}
