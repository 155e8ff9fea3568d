import { limits } from '@frens/contract/limits';
import { BellIcon } from '@frens/design-system/icons';
import { IconButton, lazyScreen, Notifications, useSession, useTranslation } from '@frens/platform';
import { useRef, useState } from 'react';
import styles from './bell.module.css';
import { type ChromeLink, preloadOn } from './chrome-links.ts';
import { LatePart } from './lazy-part.tsx';
import { useUnread } from './use-unread.ts';

/** What the bell opens. */
export const BellPanel = lazyScreen(async () => {
  const [module] = await Promise.all([
    import(/* webpackChunkName: "bell-panel" */ './bell-panel.tsx'),
    Notifications.preload(),
  ]);
  return module.BellPanel;
});

/** The number of unread notifications, and the panel with the newest (D60). Nothing for visitors, or where no remote has their page. */
export function Bell({ link }: { link: ChromeLink | null }) {
  const { user } = useSession();
  return link && user ? <MembersBell link={link} /> : null;
}

function MembersBell({ link }: { link: ChromeLink }) {
  const { t } = useTranslation('shell');
  const unread = useUnread();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const most = limits.unreadCounted - 1;
  const isMore = unread > most;
  return (
    <span className={styles.root}>
      <IconButton
        ref={button}
        label={t(isMore ? 'chrome.bellMore' : 'chrome.bell', {
          title: link.label,
          count: isMore ? most : unread,
        })}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...preloadOn(BellPanel.preload)}
        onClick={() => setOpen(!isOpen)}
      >
        <BellIcon />
      </IconButton>
      {unread > 0 ? (
        <span className={styles.number} aria-hidden="true">
          {isMore ? `${most}+` : unread}
        </span>
      ) : null}
      {isOpen ? (
        <LatePart setOpen={setOpen}>
          <BellPanel link={link} anchor={button} onClose={() => setOpen(false)} />
        </LatePart>
      ) : null}
    </span>
  );
}
