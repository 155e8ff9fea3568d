import type { Person, ReportReason } from '@frens/contract';
import { reportReasons } from '@frens/contract/choices';
import { Dialog } from '@frens/design-system/dialog';
import { Switch } from '@frens/design-system/switch';
import { Button, FormSummary, SelectField, Stack, TextArea, useForm, useTranslation } from '@frens/platform';
import { useReport } from '../block.queries.ts';

interface ReportDialogProps {
  person: Person;
  isOpen: boolean;
  onClose: () => void;
}

interface TypedReport {
  reason: ReportReason | '';
  details: string;
  alsoBlock: boolean;
}

const nothingTyped: TypedReport = { reason: '', details: '', alsoBlock: false };

/** Report and block in one (D23). What is typed stays while the page does. */
export function ReportDialog({ person: { id, name }, person, isOpen, onClose }: ReportDialogProps) {
  const { t } = useTranslation('mf-social');
  const form = useForm({
    initial: nothingTyped,
    rules: () => import('@frens/contract/reports').then(({ ReportBody }) => ReportBody),
    body: (typed) => ({ subjectType: 'user', subjectId: id, ...typed }),
    action: useReport(person),
  });
  return (
    <Dialog
      open={isOpen}
      onOpenChange={({ open }) => (open ? undefined : onClose())}
      title={t('person.report.title', { name })}
      description={t('person.report.text', { name })}
    >
      <form {...form.props} aria-label={t('person.report.title', { name })}>
        <Stack>
          <SelectField
            {...form.field('reason')}
            label={t('person.report.reason')}
            placeholder={t('person.report.choose')}
            options={reportReasons.map((value) => ({ value, label: t(`person.report.reasons.${value}`) }))}
            required
            data-autofocus=""
          />
          <TextArea
            {...form.field('details')}
            label={t('person.report.details')}
            hint={t('person.report.hint')}
          />
          <Switch
            label={t('person.report.alsoBlock', { name })}
            hint={t('person.report.alsoBlockHint')}
            checked={form.values.alsoBlock}
            error={form.errorOf('alsoBlock')}
            onCheckedChange={({ checked }) => form.set('alsoBlock', checked)}
          />
          <FormSummary form={form} />
          <Button type="submit" loading={form.isSending}>
            {t('person.report.send')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
