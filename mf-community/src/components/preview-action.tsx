import { Button, type ButtonProps, useTranslation } from '@frens/platform';

interface PreviewActionProps
  extends Pick<ButtonProps, 'fullWidth' | 'size' | 'variant' | 'aria-describedby'> {
  /** What the button will do one day. */
  action: string;
}

/** A button of a screen that is shown ahead of its time: disabled, and saying so. */
export function PreviewAction({ action, ...rest }: PreviewActionProps) {
  const { t } = useTranslation('mf-community');
  return (
    <Button disabled {...rest}>
      {t('preview.action', { action })}
    </Button>
  );
}
