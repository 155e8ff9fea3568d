import { Popover } from '@frens/design-system/popover';
import { Notifications } from '@frens/members/notifications';
import type { RefObject } from 'react';
import type { ChromeLink } from './chrome-links.ts';

interface BellPanelProps {
  link: ChromeLink;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The newest notifications, with a link to all. */
export function BellPanel({ link, anchor, onClose }: BellPanelProps) {
  return (
    <Popover label={link.label} anchor={anchor} onClose={onClose}>
      <Notifications more={{ path: link.path, onLeave: onClose }} />
    </Popover>
  );
}
