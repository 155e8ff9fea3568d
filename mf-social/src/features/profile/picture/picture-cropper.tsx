import { pictureSizes } from '@frens/contract/picture-files';
import { Dialog } from '@frens/design-system/dialog';
import { RangeField } from '@frens/design-system/range-field';
import { Button, Notice, Stack, useTranslation, VisuallyHidden } from '@frens/platform';
import { useId, useLayoutEffect, useRef } from 'react';
import { percentOf, zoomRange } from './crop.ts';
import styles from './picture-cropper.module.css';
import { drawCrop, useCrop } from './use-crop.ts';

interface PictureCropperProps {
  image: ImageBitmap;
  /** Error message of the last upload. */
  problem: string | undefined;
  isSending: boolean;
  onSave: (picture: Blob) => void;
  onCancel: () => void;
}

/** Crops a picture to a circle. The upload is exactly what the canvas shows. */
export function PictureCropper({ image, problem, isSending, onSave, onCancel }: PictureCropperProps) {
  const { t } = useTranslation('mf-social');
  const hint = useId();
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { crop, zoom, stageProps } = useCrop(image, stage);
  useLayoutEffect(() => {
    if (canvas.current) drawCrop(canvas.current, image, crop);
  }, [image, crop]);
  const percent = percentOf(crop);

  // Browsers without a WebP encoder fall back to PNG.
  const save = () => canvas.current?.toBlob((picture) => picture && onSave(picture), 'image/webp', 0.95);

  return (
    <Dialog
      open
      onOpenChange={onCancel}
      dismissible={!isSending}
      size="sm"
      title={t('profile.picture.crop.title')}
      footer={
        <>
          <Button variant="secondary" disabled={isSending} onClick={onCancel}>
            {t('profile.picture.crop.cancel')}
          </Button>
          <Button loading={isSending} onClick={save}>
            {t(isSending ? 'profile.picture.crop.saving' : 'profile.picture.crop.save')}
          </Button>
        </>
      }
    >
      <Stack>
        <div
          {...stageProps}
          ref={stage}
          className={styles.stage}
          // `application` makes screen readers pass the arrow keys through; no other role pans in two dimensions.
          role="application"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard operates it, see `role`.
          tabIndex={0}
          data-autofocus=""
          aria-label={t('profile.picture.crop.stage')}
          aria-describedby={hint}
        >
          <canvas
            ref={canvas}
            width={pictureSizes.large}
            height={pictureSizes.large}
            className={styles.picture}
            aria-hidden="true"
          />
        </div>
        <p id={hint} className={styles.hint}>
          {t('profile.picture.crop.description')}{' '}
          <span className={styles.keys}>{t('profile.picture.crop.keys')}</span>
        </p>
        {Math.min(image.width, image.height) < pictureSizes.small ? (
          <Notice tone="warning">
            {t('profile.picture.crop.small', { width: image.width, height: image.height })}
          </Notice>
        ) : null}
        <RangeField
          label={t('profile.picture.crop.zoom')}
          value={crop.zoom}
          valueText={t('profile.picture.crop.percent', { zoom: percent.zoom })}
          {...zoomRange}
          step={0.01}
          onValueChange={({ value }) => zoom(value)}
        />
        <VisuallyHidden asChild>
          <output>{t('profile.picture.crop.status', percent)}</output>
        </VisuallyHidden>
        {problem ? (
          <Notice tone="danger" role="alert">
            {problem}
          </Notice>
        ) : null}
      </Stack>
    </Dialog>
  );
}
