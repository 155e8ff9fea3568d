import { Button, IconButton, useCopy } from '@frens/design-system';
import { CheckIcon, CopyIcon } from '@frens/design-system/icons';
import { useTranslation } from './texts.ts';

interface CopyDetailsProps {
  /** The copied text: what a team needs to find the failure. */
  details: string;
  /** As an icon, where space is short. */
  isSmall?: boolean;
  /** Called when the clipboard is refused: the text must then be shown. */
  onRefused?: () => void;
}

/** A button that copies what a team needs to find a failure: the request, the remote and its version. */
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

/** The same as text in a notice, to read and copy. */
export function FailureDetails({ details }: { details: string }) {
  return (
    <>
      {details} <CopyDetails details={details} />
    </>
  );
}
