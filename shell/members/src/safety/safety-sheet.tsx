import type { ReportReason } from '@frens/contract';
import { RadioCards } from '@frens/design-system/radio-cards';
import { Sheet } from '@frens/design-system/sheet';
import { Stack, useForm, useTranslation } from '@frens/platform';
import { useState } from 'react';
import { BlockForm } from './block-form.tsx';
import type { Reported, SafetyOutcome } from './report-button.tsx';
import { ReportForm } from './report-form.tsx';
import { SafetySent } from './safety-sent.tsx';
import { useSafety } from './use-safety.ts';

export interface SafetySheetProps {
  title: string;
  subject: Reported;
  isOpen: boolean;
  /** Receives the result once something was sent. */
  onClose: (outcome?: SafetyOutcome) => void;
}

/** The fields of a report. */
export interface TypedReport {
  reason: ReportReason | '';
  details: string;
  alsoBlock: boolean;
}

const nothingTyped: TypedReport = { reason: '', details: '', alsoBlock: false };
const acts = ['report', 'block'] as const;

/** The sheet for reporting and blocking (D23): choice, form and confirmation. */
export function SafetySheet({ title, subject, isOpen, onClose }: SafetySheetProps) {
  const { t } = useTranslation('safety');
  const { type, id, name } = subject;
  const [act, setAct] = useState<(typeof acts)[number]>('report');
  const safety = useSafety(subject);
  const form = useForm({
    initial: nothingTyped,
    rules: () => import('@frens/contract/reports').then(({ ReportBody }) => ReportBody),
    body: ({ alsoBlock, ...typed }) => ({
      subjectType: type,
      subjectId: id,
      ...typed,
      ...(type === 'user' ? { alsoBlock } : {}),
    }),
    action: safety.report,
    draft: `report:${type}:${id}`,
  });
  const { isReported, isBlocked, block } = safety;
  const isPerson = type === 'user';
  const isSent = isReported || isBlocked;
  const isSending = form.isSending || block.isPending;
  const close = () => onClose(isSent ? { isBlocked } : undefined);
  return (
    <Sheet
      side="bottom"
      title={title}
      open={isOpen}
      // The sheet itself shows the result.
      onOpenChange={({ open }) => (open || isSending ? undefined : close())}
    >
      {isSent ? (
        <SafetySent subject={subject} safety={safety} onClose={close} />
      ) : (
        <Stack>
          {isPerson ? (
            <RadioCards
              label={t('act.label')}
              columns={2}
              options={acts.map((value) => ({
                value,
                label: t(`act.${value}`),
                description: t(`act.${value}Text`),
                disabled: isSending,
              }))}
              value={act}
              onValueChange={({ value }) => setAct(value === 'block' ? 'block' : 'report')}
            />
          ) : null}
          {isPerson && act === 'block' ? (
            <BlockForm name={name} block={block} />
          ) : (
            <ReportForm subject={subject} form={form} />
          )}
        </Stack>
      )}
    </Sheet>
  );
}
