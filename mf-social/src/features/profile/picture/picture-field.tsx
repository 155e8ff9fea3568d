import type { SelfUser } from '@frens/contract';
import { limits } from '@frens/contract/limits';
import { memberPicture } from '@frens/contract/picture-files';
import { CameraIcon, ImageIcon, TrashIcon } from '@frens/design-system/icons';
import {
  ApiError,
  Avatar,
  Button,
  Cluster,
  Heading,
  serverText,
  Text,
  useTranslation,
} from '@frens/platform';
import { type DragEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { useRemovePicture, useSavePicture } from './picture.queries.ts';
import styles from './picture-field.module.css';
import { pictureIn, preloadCropper, useChosenPicture } from './use-chosen-picture.ts';

/** The member's picture: choose, photograph, drop or paste one, crop it, remove it (D15). */
export function PictureField({ user }: { user: SelfUser }) {
  const { t } = useTranslation('mf-social');
  const id = useId();
  const chooser = useRef<HTMLButtonElement>(null);
  const [isOver, setOver] = useState(false);
  const chosen = useChosenPicture();
  const save = useSavePicture();
  const remove = useRemovePicture();
  const hasPicture = user.profileImage !== '';

  const dropProps = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      void chosen.open(pictureIn(event.dataTransfer));
    },
  };

  return (
    // Only pointers can drop; keyboard users have the button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-labelledby={`${id}-title`}
      className={styles.root}
      data-over={isOver || undefined}
      {...dropProps}
      onPointerEnter={preloadCropper}
      onFocus={preloadCropper}
    >
      <Avatar decorative size="xl" name={user.name || (user.username ?? '')} {...memberPicture(user)} />
      <div className={styles.words}>
        <Heading level={3} size="sm" id={`${id}-title`}>
          {t('profile.picture.title')}
        </Heading>
        {hasPicture ? null : (
          <Text size="sm">{t(user.pandaId ? 'profile.picture.none' : 'profile.picture.asleep')}</Text>
        )}
        <Cluster gap="sm">
          <FileButton
            ref={chooser}
            icon={<ImageIcon />}
            loading={chosen.isOpening}
            label={t(`profile.picture.${chosen.isOpening ? 'opening' : hasPicture ? 'change' : 'choose'}`)}
            describedBy={chosen.problem ? `${id}-error ${id}-hint` : `${id}-hint`}
            onFile={chosen.open}
          />
          <FileButton
            capture="user"
            icon={<CameraIcon />}
            label={t('profile.picture.take')}
            className={styles.camera}
            onFile={chosen.open}
          />
          {hasPicture ? (
            <Button
              size="sm"
              variant="ghost"
              icon={<TrashIcon />}
              loading={remove.isPending}
              // The button disappears with the picture.
              onClick={() => remove.run(undefined, { onSuccess: () => chooser.current?.focus() })}
            >
              {t('profile.picture.remove')}
            </Button>
          ) : null}
        </Cluster>
        {chosen.problem ? (
          <p id={`${id}-error`} role="alert" className={styles.error}>
            {t(`profile.picture.${chosen.problem}`)}
          </p>
        ) : null}
        <p id={`${id}-hint`} className={styles.hint}>
          {t('profile.picture.hint')} <span className={styles.desk}>{t('profile.picture.otherWays')}</span>
        </p>
      </div>
      {chosen.opened ? (
        <chosen.opened.PictureCropper
          image={chosen.opened.image}
          problem={problemOf(save.error)}
          isSending={save.isPending}
          onSave={(picture) => save.run(picture, { onSuccess: chosen.close })}
          onCancel={() => {
            save.reset();
            chosen.close();
          }}
        />
      ) : null}
    </section>
  );
}

interface FileButtonProps {
  icon: ReactNode;
  label: string;
  onFile: (file: File | undefined) => Promise<void>;
  capture?: 'user';
  loading?: boolean;
  className?: string | undefined;
  describedBy?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that opens the file chooser. */
function FileButton({ capture, onFile, describedBy, label, ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        {...rest}
        size="sm"
        variant="secondary"
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={limits.picture.types.join(',')}
        capture={capture}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Lets the member choose the same file again.
          target.value = '';
          void onFile(file);
        }}
      />
    </>
  );
}

/** The server's message about the picture, or the network error. */
function problemOf(error: Error | null): string | undefined {
  if (!error) return undefined;
  return (error instanceof ApiError && error.fields['image']) || serverText(error);
}
