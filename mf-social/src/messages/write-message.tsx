import { limits } from '@frens/contract/limits';
import { SendIcon } from '@frens/design-system/icons';
import {
  Button,
  FormSummary,
  Text,
  TextArea,
  useForm,
  useTranslation,
  VisuallyHidden,
} from '@frens/platform';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import styles from './conversation.module.css';
import { useSendMessage } from './messages.queries.ts';

/** The message input. Unsent text survives as a draft in this tab (D63). */
export function WriteMessage({ connectionId, name }: { connectionId: string; name: string }) {
  const { t } = useTranslation('mf-social');
  const keys = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [isSent, setSent] = useState(false);
  const form = useForm({
    initial: { text: '' },
    rules: () => import('@frens/contract/friend-messages').then(({ SendMessageBody }) => SendMessageBody),
    action: useSendMessage(connectionId),
    onSent() {
      form.reset();
      setSent(true);
      // An empty input disables the button, which then loses the focus.
      box.current?.focus();
    },
    draft: `hello-${connectionId}`,
  });
  const field = form.field('text');
  const isEmpty = form.values.text.trim() === '';
  const sendByKeys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!isEmpty) event.currentTarget.form?.requestSubmit();
  };
  return (
    <form {...form.props} className={styles.write} aria-label={t('person.hello.write', { name })}>
      <TextArea
        {...field}
        ref={box}
        label={t('person.hello.write', { name })}
        limit={limits.messages.max}
        rows={2}
        // Text typed now would be cleared with the message being sent.
        readOnly={form.isSending}
        aria-describedby={keys}
        onChange={(event) => {
          setSent(false);
          field.onChange(event);
        }}
        onKeyDown={sendByKeys}
      />
      <div className={styles.send}>
        <Button type="submit" icon={<SendIcon />} loading={form.isSending} disabled={isEmpty}>
          {t('person.hello.send')}
        </Button>
        <Text size="sm" tone="muted" id={keys} className={styles.keys}>
          {t(isApple() ? 'person.hello.keysApple' : 'person.hello.keys')}
        </Text>
      </div>
      <FormSummary form={form} />
      <VisuallyHidden role="status">{isSent ? t('person.hello.sent') : ''}</VisuallyHidden>
    </form>
  );
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
