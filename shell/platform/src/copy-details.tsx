import { Button, IconButton, useCopy } from '@frens/design-system';
import { CheckIcon, CopyIcon } from '@frens/design-system/icons';
import { useTranslation } from './texts.ts';

interface CopyDetailsProps {
  /** The details to copy, for the team that investigates the failure. */
  details: string;
  /** Icon only, for tight spaces. */
  isSmall?: boolean;
  /** Called when the clipboard is refused: the text must then be shown. */
  onRefused?: () => void;
}

/** A button that copies a failure's details: the request, the remote and its version. */
export function CopyDetails({ details, isSmall = false, onRefused }: CopyDetailsProps) {
  const { t } = useTranslation('shell');
  const { isCopied, label, copy } = useCopy(details, t('error.copyDetails'));
  const icon = isCopied ? <CheckIcon /> : <CopyIcon />;
  const onClick = async () => {
    if (!(await copy())) onRefused?.();
  };
  return isSmall ? (
    <IconButton size="sm" label={label} title={label} onClick={onClick}>
      {icon}
    </IconButton>
  ) : (
    <Button size="sm" variant="ghost" icon={icon} onClick={onClick}>
      <span aria-live="polite">{label}</span>
    </Button>
  );
}

/** The details as text in a notice, to read and copy. */
export function FailureDetails({ details }: { details: string }) {
  return (
    <>
      {details} <CopyDetails details={details} />
    </>
  );
}
