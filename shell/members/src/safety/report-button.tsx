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

/** The subject of a report. */
export interface Reported {
  type: ReportSubject;
  id: string;
  /** Its name within a sentence: a member's name, or words such as "this post". */
  name: string;
}

/** The result of a report, for `onDone`. */
export interface SafetyOutcome {
  /** Whether the member was blocked as well. */
  isBlocked: boolean;
}

export interface ReportButtonProps extends Reported {
  /** Shows only an icon, for lists. */
  compact?: boolean;
  /**
   * Called when the sheet closes after something was sent: remove the subject from visible lists, and leave its own page. Caches have
   * been invalidated by then.
   */
  onDone?: (outcome: SafetyOutcome) => void;
}

/** The label: for members it offers blocking as well, and in Spanish members and Pandas need the preposition *a*. */
const openers = { user: 'report.openPerson', panda: 'report.openPanda' } as const;

const sheetTexts = localesIn((language) => import(`../../locales/safety/${language}.json`));

/**
 * Opens the sheet that reports a member or content and blocks members (D23); the sheet is lazy-loaded. Renders nothing for visitors.
 * Omit it for the reader's own content: the server refuses such reports.
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
