import { reportReasons } from '@frens/contract/choices';
import { limits } from '@frens/contract/limits';
import { Button, SelectField, Stack, Text, TextArea } from '@frens/design-system';
import { Switch } from '@frens/design-system/switch';
import { FormSummary } from '../forms/form-summary.tsx';
import type { Form } from '../forms/use-form.ts';
import { useTranslation } from '../texts.ts';
import type { Reported } from './report-button.tsx';
import type { TypedReport } from './safety-sheet.tsx';

/** Why something is reported, in words for the moderators alone. */
export function ReportForm({
  subject: { type, name },
  form,
}: {
  subject: Reported;
  form: Form<TypedReport>;
}) {
  const { t } = useTranslation('shell');
  const isPerson = type === 'user';
  return (
    <form
      {...form.props}
      aria-label={t(isPerson ? 'safety.report.labelPerson' : 'safety.report.label', { name })}
    >
      <Stack>
        <Text tone="muted">{t('safety.report.text')}</Text>
        <SelectField
          {...form.field('reason')}
          label={t('safety.report.reason')}
          placeholder={t('safety.report.choose')}
          options={reportReasons.map((value) => ({ value, label: t(`safety.report.reasons.${value}`) }))}
          required
        />
        <TextArea
          {...form.field('details')}
          label={t('safety.report.details')}
          hint={t('safety.report.hint')}
          limit={limits.reportDetails.max}
        />
        {isPerson ? (
          <Switch
            label={t('safety.report.alsoBlock', { name })}
            hint={t('safety.report.alsoBlockHint')}
            checked={form.values.alsoBlock}
            error={form.errorOf('alsoBlock')}
            onCheckedChange={({ checked }) => form.set('alsoBlock', checked)}
          />
        ) : null}
        <FormSummary form={form} />
        <Button type="submit" loading={form.isSending}>
          {t('safety.report.send')}
        </Button>
      </Stack>
    </form>
  );
}
