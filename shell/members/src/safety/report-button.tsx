import type { ReportSubject } from '@frens/contract';
import { FlagIcon } from '@frens/design-system/icons';
import {
  addTexts,
  Button,
  IconButton,
  localesIn,
  useAction,
  useSession,
  useTranslation,
} from '@frens/platform';
import { useState } from 'react';

/** What is reported. */
export interface Reported {
  type: ReportSubject;
  id: string;
  /** As it stands in a sentence: a name, or words such as "this post". */
  name: string;
}

/** What has become of what was reported, for `onDone`. */
export interface SafetyOutcome {
  /** Neither sees the other any more. */
  isBlocked: boolean;
}

export interface ReportButtonProps extends Reported {
  /** An icon alone, for places that show many. */
  compact?: boolean;
  /**
   * Called when the sheet is put away after something was sent: take what was reported out of the lists that are here, and leave its own
   * page. Whatever is cached is out of date by then.
   */
  onDone?: (outcome: SafetyOutcome) => void;
}

/** Whoever can be blocked too is offered that, and Spanish puts *a* before a Panda as before a person. */
const openers = { user: 'report.openPerson', panda: 'report.openPanda' } as const;

const sheetTexts = localesIn((language) => import(`../../locales/safety/${language}.json`));

/**
 * The way to report somebody or something, and to block a person (D23). Its sheet comes when it is first wanted. Nothing for visitors.
 * Leave it out for what is the reader's own: the server refuses that.
 */
export function ReportButton({ type, id, name, compact = false, onDone }: ReportButtonProps) {
  const { t } = useTranslation('members');
  const { user } = useSession();
  const [isOpen, setOpen] = useState(false);
  const load = useAction({
    send: async () => {
      const [module] = await Promise.all([import('./safety-sheet.tsx'), addTexts('safety', sheetTexts)]);
      return module.SafetySheet;
    },
    meta: { failureTitle: t('report.loadFailed') },
    onSuccess: () => setOpen(true),
  });
  if (!user) return null;
  const Sheet = load.data;
  const label = t(type === 'user' || type === 'panda' ? openers[type] : 'report.open', { name });
  const open = () => (Sheet ? setOpen(true) : load.run());
  return (
    <>
      {compact ? (
        <IconButton size="sm" label={label} aria-haspopup="dialog" aria-busy={load.isPending} onClick={open}>
          <FlagIcon />
        </IconButton>
      ) : (
        <Button
          size="sm"
          variant="ghost"
          icon={<FlagIcon />}
          aria-haspopup="dialog"
          loading={load.isPending}
          onClick={open}
        >
          {label}
        </Button>
      )}
      {Sheet ? (
        <Sheet
          title={label}
          subject={{ type, id, name }}
          isOpen={isOpen}
          onClose={(outcome) => {
            setOpen(false);
            if (outcome) onDone?.(outcome);
          }}
        />
      ) : null}
    </>
  );
}
