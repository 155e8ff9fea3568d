import type { Panda } from '@frens/contract';
import { formatDay } from '@frens/contract/formats';
import { PencilIcon } from '@frens/design-system/icons';
import {
  Button,
  currentLanguage,
  Heading,
  restoreFocus,
  Text,
  UserText,
  useTranslation,
} from '@frens/platform';
import { useEffect, useRef, useState } from 'react';
import styles from './panda-name.module.css';
import { RenameForm } from './rename-form.tsx';

/** The Panda's name, which its owner can change once in 30 days (D42). */
export function PandaName({ panda }: { panda: Panda }) {
  const { t } = useTranslation('mf-panda');
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const { name, renamableFrom } = panda;

  // Closing the form removes its focused control.
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  return (
    <div className={styles.root}>
      <Heading level={1} size="lg" className={styles.name}>
        <UserText>{name}</UserText>
      </Heading>
      {isOpen ? <RenameForm panda={panda} onClose={() => setOpen(false)} /> : null}
      {panda.isMine && !isOpen && renamableFrom === null ? (
        // After renaming, the button is gone for 30 days.
        <div ref={restoreFocus} className={styles.open}>
          <Button ref={opener} size="sm" variant="ghost" icon={<PencilIcon />} onClick={() => setOpen(true)}>
            {t('profile.rename.open')}
          </Button>
        </div>
      ) : null}
      {renamableFrom === null ? null : (
        <Text size="sm" tone="muted">
          {t('profile.rename.later', { day: formatDay(currentLanguage(), renamableFrom) })}
        </Text>
      )}
    </div>
  );
}
