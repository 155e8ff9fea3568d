import type { CircleType } from '@frens/contract';
import { circleTypes } from '@frens/contract/choices';
import { limits } from '@frens/contract/limits';
import { readTypedAmount } from '@frens/contract/typed-amount';
import { RadioCards } from '@frens/design-system/radio-cards';
import {
  Button,
  currentLanguage,
  type Form,
  FormSummary,
  TextArea,
  TextField,
  useTranslation,
} from '@frens/platform';
import styles from './circle-form.module.css';
import { GateFields } from './gate-fields.tsx';

/** Values of the circle form, as typed. */
export interface TypedCircle {
  name: string;
  description: string;
  circleType: CircleType;
  /** Minimum stake of the gate, as typed. */
  gateMinAmount: string;
  /** Id of the gate's Panda; empty if any Panda counts. */
  gatePandaId: string;
}

/** Request body of the form. Only stake-gated circles send gate fields, so hidden input cannot fail validation. */
export function circleBody({ gateMinAmount, gatePandaId, ...circle }: TypedCircle) {
  if (circle.circleType !== 'stake_gated') return circle;
  return {
    ...circle,
    gateMinAmount: readTypedAmount(gateMinAmount, currentLanguage()) ?? gateMinAmount,
    gatePandaId: gatePandaId || null,
  };
}

interface CircleFormProps {
  form: Form<TypedCircle>;
  submitLabel: string;
  pendingLabel: string;
  onCancel: () => void;
}

/** Name, description and type of a circle, and its gate. */
export function CircleForm({ form, submitLabel, pendingLabel, onCancel }: CircleFormProps) {
  const { t } = useTranslation('mf-community');
  return (
    <form {...form.props} className={styles.root}>
      <TextField
        {...form.field('name')}
        label={t('circles.create.name')}
        placeholder={t('circles.create.namePlaceholder')}
        required
        data-autofocus=""
        autoComplete="off"
        limit={limits.circleName.max}
      />
      <TextArea
        {...form.field('description')}
        label={t('circles.create.description')}
        hint={t('circles.create.descriptionHint')}
        rows={3}
        limit={limits.circleDescription.max}
      />
      <RadioCards
        {...form.choice('circleType')}
        label={t('circles.create.type')}
        options={circleTypes.map((type) => ({
          value: type,
          label: t(`circles.create.option.${type}`),
          description: t(`circles.create.optionHint.${type}`),
        }))}
      />
      {form.values.circleType === 'stake_gated' ? <GateFields form={form} /> : null}
      <div className={styles.actions}>
        <Button variant="ghost" onClick={onCancel}>
          {t('circles.create.cancel')}
        </Button>
        <Button type="submit" loading={form.isSending} disabled={form.values.name.trim() === ''}>
          {form.isSending ? pendingLabel : submitLabel}
        </Button>
      </div>
      <FormSummary form={form} />
    </form>
  );
}
