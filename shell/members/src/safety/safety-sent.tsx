import { UserXIcon } from '@frens/design-system/icons';
import { Button, Cluster, Heading, Stack, Text, useTranslation } from '@frens/platform';
import type { Reported } from './report-button.tsx';
import styles from './safety-sent.module.css';
import type { Safety } from './use-safety.ts';

interface SafetySentProps {
  subject: Reported;
  safety: Safety;
  onClose: () => void;
}

const takeFocus = (heading: HTMLElement | null) => heading?.focus();

/** Confirms what was sent and explains what happens next; after reporting a member it still offers to block them. */
export function SafetySent({ subject: { type, name }, safety, onClose }: SafetySentProps) {
  const { t } = useTranslation('safety');
  const { isReported, isBlocked, block } = safety;
  const steps = [
    isReported ? t('sent.read') : null,
    isBlocked ? t('sent.blocked', { name }) : null,
    isReported && !isBlocked
      ? t(['user', 'panda'].includes(type) ? 'sent.hidden' : 'sent.hiddenThing', { name })
      : null,
    t('sent.untold'),
    isBlocked ? t('block.lift') : null,
  ];
  return (
    <Stack>
      {/* The key remounts it after each action: the pressed button is gone, so the heading takes the focus. */}
      <Heading key={String(isBlocked)} level={3} size="md" ref={takeFocus} tabIndex={-1}>
        {isReported ? t('sent.title') : t('sent.blockedTitle', { name })}
      </Heading>
      <ul className={styles.steps} aria-label={t('sent.next')}>
        {steps
          .filter((step) => step !== null)
          .map((step) => (
            <li key={step}>
              <Text>{step}</Text>
            </li>
          ))}
      </ul>
      <Cluster>
        <Button onClick={onClose} disabled={block.isPending}>
          {t('sent.close')}
        </Button>
        {type === 'user' && !isBlocked ? (
          <Button variant="ghost" icon={<UserXIcon />} loading={block.isPending} onClick={() => block.run()}>
            {t('report.alsoBlock', { name })}
          </Button>
        ) : null}
      </Cluster>
    </Stack>
  );
}
