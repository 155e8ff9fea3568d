import { formatAmount } from '@frens/contract/formats';
import { Button, currentLanguage, Link, Notice, useTranslation } from '@frens/platform';
import { paths } from '../paths.ts';
import { useGatedCircle } from './use-gated-circle.ts';

/** The stake that the visitor's circle still requires, on this Panda or any, and the link back once it is met (D31). */
export function GatedCircleNotice({ pandaId }: { pandaId: string | null }) {
  const { t } = useTranslation('mf-panda');
  const circle = useGatedCircle(pandaId);
  if (!circle) return null;
  const { id, name, isAny, gate } = circle;
  const amount = (value: string) => formatAmount(currentLanguage(), value);
  return (
    <Notice
      tone={gate ? 'info' : 'success'}
      title={
        gate
          ? t(isAny ? 'profile.gate.missingAny' : 'profile.gate.missing', {
              circle: name,
              missing: amount(gate.missing),
            })
          : t('profile.gate.open', { circle: name })
      }
      action={
        <Button asChild size="sm" variant={gate ? 'ghost' : 'primary'}>
          <Link to={paths.circle(id)}>{t('profile.gate.go', { circle: name })}</Link>
        </Button>
      }
    >
      {gate
        ? t(isAny ? 'profile.gate.asksAny' : 'profile.gate.asks', {
            required: amount(gate.required),
            current: amount(gate.current),
          })
        : null}
    </Notice>
  );
}
