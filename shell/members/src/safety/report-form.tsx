import { reportReasons } from '@frens/contract/choices';
import { limits } from '@frens/contract/limits';
import { Switch } from '@frens/design-system/switch';
import {
  Button,
  type Form,
  FormSummary,
  SelectField,
  Stack,
  Text,
  TextArea,
  useTranslation,
} from '@frens/platform';
import type { Reported } from './report-button.tsx';
import type { TypedReport } from './safety-sheet.tsx';

/** The reason for a report, with a text that only moderators read. */
export function ReportForm({
  subject: { type, name },
  form,
}: {
  subject: Reported;
  form: Form<TypedReport>;
}) {
  const { t } = useTranslation('safety');
  const isPerson = type === 'user';
  return (
    <form
      {...form.props}
      aria-label={t(isPerson || type === 'panda' ? 'report.labelPerson' : 'report.label', { name })}
    >
      <Stack>
        <Text tone="muted">{t('report.text')}</Text>
        <SelectField
          {...form.field('reason')}
          label={t('report.reason')}
          placeholder={t('report.choose')}
          options={reportReasons.map((value) => ({ value, label: t(`report.reasons.${value}`) }))}
          required
        />
        <TextArea
          {...form.field('details')}
          label={t('report.details')}
          hint={t('report.hint')}
          limit={limits.reportDetails.max}
        />
        {isPerson ? (
          <Switch
            label={t('report.alsoBlock', { name })}
            hint={t('report.alsoBlockHint')}
            checked={form.values.alsoBlock}
            error={form.errorOf('alsoBlock')}
            onCheckedChange={({ checked }) => form.set('alsoBlock', checked)}
          />
        ) : null}
        <Button type="submit" loading={form.isSending}>
          {t('report.send')}
        </Button>
        <FormSummary form={form} />
      </Stack>
    </form>
  );
}
