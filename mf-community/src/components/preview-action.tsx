import { Button, type ButtonProps, useTranslation } from '@frens/platform';

interface PreviewActionProps
  extends Pick<ButtonProps, 'fullWidth' | 'size' | 'variant' | 'aria-describedby'> {
  /** The future action of the button. */
  action: string;
}

/** A disabled button of a preview, labelled as coming later. */
export function PreviewAction({ action, ...rest }: PreviewActionProps) {
  const { t } = useTranslation('mf-community');
  return (
    <Button disabled {...rest}>
      {t('preview.action', { action })}
    </Button>
  );
}
