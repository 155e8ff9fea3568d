import { firstPageLimits } from '@frens/contract/first-page-limits';
import { BellIcon, MessageIcon } from '@frens/design-system/icons';
import { Notifications, notificationTexts } from '@frens/members/notifications';
import { addTexts, IconButton, lazyScreen, NavLink, useSession, useTranslation } from '@frens/platform';
import { useRef, useState } from 'react';
import styles from './bell.module.css';
import { type ChromeLink, type ChromeLinks, preloadOn } from './chrome-links.ts';
import { LatePart } from './lazy-part.tsx';
import { useUnread } from './use-unread.ts';

/** The panel of the bell, lazy-loaded. */
export const BellPanel = lazyScreen(async () => {
  const [module] = await Promise.all([
    import(/* webpackChunkName: "bell-panel" */ './bell-panel.tsx'),
    Notifications.preload(),
    addTexts('notifications', notificationTexts),
  ]);
  return module.BellPanel;
});

interface BellProps {
  links: Pick<ChromeLinks, 'bell' | 'messages'>;
}

/**
 * The member's unread counts: a link to the messages (D72) and the bell with the newest notifications (D60). Each notification counts in
 * one of them. Renders nothing for visitors, or while no remote has these pages.
 */
export function Bell({ links }: BellProps) {
  const { user } = useSession();
  return user ? <MembersMarks links={links} /> : null;
}

function MembersMarks({ links: { bell, messages } }: BellProps) {
  const { unread, messages: written } = useUnread();
  return (
    <>
      {messages ? <MessagesLink link={messages} count={written} /> : null}
      {bell ? <MembersBell link={bell} count={messages ? unread - written : unread} /> : null}
    </>
  );
}

interface CountedProps {
  link: ChromeLink;
  count: number;
}

const most = firstPageLimits.unreadCounted - 1;

function useLabel({ link: { label: title }, count }: CountedProps): string {
  const { t } = useTranslation('shell');
  return t(count > most ? 'chrome.bellMore' : 'chrome.bell', { title, count: Math.min(count, most) });
}

function Count({ count }: Pick<CountedProps, 'count'>) {
  return count > 0 ? (
    <span className={styles.number} aria-hidden="true">
      {count > most ? `${most}+` : count}
    </span>
  ) : null;
}

function MessagesLink(props: CountedProps) {
  return (
    <span className={styles.root}>
      <IconButton asChild label={useLabel(props)}>
        <NavLink to={props.link.path}>
          <MessageIcon />
        </NavLink>
      </IconButton>
      <Count count={props.count} />
    </span>
  );
}

function MembersBell(props: CountedProps) {
  const { link, count } = props;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <span className={styles.root}>
      <IconButton
        ref={button}
        label={useLabel(props)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...preloadOn(BellPanel.preload)}
        onClick={() => setOpen(!isOpen)}
      >
        <BellIcon />
      </IconButton>
      <Count count={count} />
      {isOpen ? (
        <LatePart setOpen={setOpen}>
          <BellPanel link={link} anchor={button} onClose={() => setOpen(false)} />
        </LatePart>
      ) : null}
    </span>
  );
}
