import { Button, Cluster, Heading, Stack, Text } from '@frens/design-system';
import { UserXIcon } from '@frens/design-system/icons';
import { useTranslation } from '../texts.ts';
import type { Reported } from './report-button.tsx';
import styles from './safety-sent.module.css';
import type { Safety } from './use-safety.ts';

interface SafetySentProps {
  subject: Reported;
  safety: Safety;
  onClose: () => void;
}

const takeFocus = (heading: HTMLElement | null) => heading?.focus();

/** What was sent and what happens next; whoever reported a person can still block them. */
export function SafetySent({ subject: { type, name }, safety, onClose }: SafetySentProps) {
  const { t } = useTranslation('shell');
  const { isReported, isBlocked, block } = safety;
  const steps = [
    isReported ? t('safety.sent.read') : null,
    isBlocked ? t('safety.sent.blocked', { name }) : null,
    isReported && !isBlocked
      ? t(type === 'user' ? 'safety.sent.hidden' : 'safety.sent.hiddenThing', { name })
      : null,
    t('safety.sent.untold'),
    isBlocked ? t('safety.block.lift') : null,
  ];
  return (
    <Stack>
      {/* A new one whenever something was sent: the button that was pressed is gone, and the focus goes here. */}
      <Heading key={String(isBlocked)} level={3} size="md" ref={takeFocus} tabIndex={-1}>
        {isReported ? t('safety.sent.title') : t('safety.sent.blockedTitle', { name })}
      </Heading>
      <ul className={styles.steps} aria-label={t('safety.sent.next')}>
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
          {t('safety.sent.close')}
        </Button>
        {type === 'user' && !isBlocked ? (
          <Button variant="ghost" icon={<UserXIcon />} loading={block.isPending} onClick={() => block.run()}>
            {t('safety.report.alsoBlock', { name })}
          </Button>
        ) : null}
      </Cluster>
    </Stack>
  );
}
