import type { CircleType } from '@frens/contract';
import { circleTypes } from '@frens/contract/choices';
import { formatAmount } from '@frens/contract/formats';
import { limits } from '@frens/contract/limits';
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

/** A circle as it is typed. */
export interface TypedCircle {
  name: string;
  description: string;
  circleType: CircleType;
}

interface CircleFormProps {
  form: Form<TypedCircle>;
  submitLabel: string;
  pendingLabel: string;
  /** What its gate asks for, or would. */
  gateAmount?: string;
  onCancel: () => void;
}

/** Name, description and type of a circle. */
export function CircleForm({
  form,
  submitLabel,
  pendingLabel,
  gateAmount = limits.circles.gateDefault,
  onCancel,
}: CircleFormProps) {
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
        maxLength={limits.circleName.max}
      />
      <TextArea
        {...form.field('description')}
        label={t('circles.create.description')}
        hint={t('circles.create.descriptionHint')}
        rows={3}
        maxLength={limits.circleDescription.max}
      />
      <RadioCards
        {...form.choice('circleType')}
        label={t('circles.create.type')}
        options={circleTypes.map((type) => ({
          value: type,
          label: t(`circles.create.option.${type}`),
          description: t(`circles.create.optionHint.${type}`, {
            amount: formatAmount(currentLanguage(), gateAmount),
          }),
        }))}
      />
      <FormSummary form={form} />
      <div className={styles.actions}>
        <Button variant="ghost" onClick={onCancel}>
          {t('circles.create.cancel')}
        </Button>
        <Button type="submit" loading={form.isSending} disabled={form.values.name.trim() === ''}>
          {form.isSending ? pendingLabel : submitLabel}
        </Button>
      </div>
    </form>
  );
}
