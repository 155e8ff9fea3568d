import type { Conversation, FriendMessage } from '@frens/contract';
import { AlertDialog } from '@frens/design-system/dialog';
import {
  Button,
  currentLanguage,
  EmptyState,
  Notice,
  PandaScene,
  type ReadyList,
  serverText,
  useTranslation,
} from '@frens/platform';
import { useLayoutEffect, useRef, useState } from 'react';
import styles from './conversation.module.css';
import { Message } from './message.tsx';
import { byDay } from './message-days.ts';
import { removeMessage, useDeleteMessage } from './messages.queries.ts';

/** The visible part of a conversation. */
export interface MessageListProps {
  list: ReadyList<FriendMessage>;
  /** When the messages were fetched. */
  now: Date;
  name: string;
  conversation: Conversation;
  /** Restores the focus after a message, and the pressed button with it, disappears. */
  onGone: () => void;
}

/** The messages, grouped by day. CSS alone keeps the scroll position at the end while messages load at either end. */
export function MessageList({
  list: { items, pages },
  now,
  name,
  conversation: { id, state },
  onGone,
}: MessageListProps) {
  const { t } = useTranslation('mf-social');
  const log = useRef<HTMLDivElement>(null);
  const newest = items[0]?.id;
  // After sending or fetching, scroll to the newest message.
  useLayoutEffect(() => {
    if (newest && log.current) log.current.scrollTop = 0;
  }, [newest]);
  const deletion = useDeletion(id, onGone);
  const isEmpty = items.length === 0 && !pages.hasNextPage;
  const days = byDay(items, currentLanguage(), now);
  return (
    <>
      {isEmpty ? (
        <Nothing name={name} isOpen={state === 'open'} />
      ) : (
        <div
          ref={log}
          role="log"
          aria-live="off"
          aria-label={t('person.hello.log', { name })}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must reach a scrollable region
          tabIndex={0}
          className={styles.log}
        >
          <div className={styles.days}>
            <Earlier pages={pages} log={log} />
            {days.map(({ date, name: dayName, messages }) => (
              <section key={date} aria-label={date}>
                <p className={styles.day}>{dayName ? t(`person.hello.${dayName}`) : date}</p>
                <ol className={styles.messages}>
                  {messages.map((message) => (
                    <Message
                      key={message.id}
                      message={message}
                      name={name}
                      onDelete={() => deletion.ask(message)}
                      onReported={() => {
                        removeMessage(id, message.id);
                        onGone();
                      }}
                    />
                  ))}
                </ol>
              </section>
            ))}
          </div>
        </div>
      )}
      {deletion.dialog}
    </>
  );
}

function Nothing({ name, isOpen }: { name: string; isOpen: boolean }) {
  const { t } = useTranslation('mf-social');
  return (
    <EmptyState
      size="sm"
      headingLevel={3}
      illustration={<PandaScene scene={isOpen ? 'waving' : 'reading'} />}
      title={t(isOpen ? 'person.hello.empty.title' : 'person.hello.empty.closedTitle', { name })}
      description={isOpen ? t('person.hello.empty.text') : undefined}
    />
  );
}

/** Loads earlier messages. The focus stays on the button; after the last page it moves to the list. */
function Earlier({
  pages,
  log,
}: {
  pages: ReadyList<FriendMessage>['pages'];
  log: { readonly current: HTMLElement | null };
}) {
  const { t } = useTranslation('mf-social');
  if (!pages.hasNextPage) return null;
  const hasFailed = pages.isFetchNextPageError && !pages.isFetchingNextPage;
  async function load() {
    await pages.fetchNextPage();
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) log.current?.focus({ preventScroll: true });
    });
  }
  return (
    <div className={styles.earlier}>
      {hasFailed ? (
        <Notice tone="danger" role="alert" title={t('person.hello.earlierFailed')}>
          {serverText(pages.error)}
        </Notice>
      ) : null}
      <Button size="sm" variant="secondary" loading={pages.isFetchingNextPage} onClick={() => void load()}>
        {t('person.hello.earlier')}
      </Button>
    </div>
  );
}

/** Confirms before a message is deleted. */
function useDeletion(id: string, onGone: () => void) {
  const { t } = useTranslation('mf-social');
  const remove = useDeleteMessage(id);
  // Kept during the closing animation, so that the dialog's text does not change.
  const [toDelete, setToDelete] = useState<FriendMessage | null>(null);
  const [isOpen, setOpen] = useState(false);
  return {
    ask(message: FriendMessage) {
      setToDelete(message);
      setOpen(true);
    },
    dialog: (
      <AlertDialog
        open={isOpen}
        onOpenChange={({ open }) => setOpen(open)}
        title={t('person.hello.delete.title')}
        description={t('person.hello.delete.text')}
        confirmLabel={t('person.hello.delete.confirm')}
        cancelLabel={t('person.hello.delete.cancel')}
        loading={remove.isPending}
        onConfirm={() => {
          if (!toDelete) return;
          remove.run(toDelete, {
            onSuccess() {
              setOpen(false);
              onGone();
            },
            onError: () => setOpen(false),
          });
        }}
      />
    ),
  };
}
