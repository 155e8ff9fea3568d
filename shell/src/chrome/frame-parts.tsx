import { MemberMenu } from './account-slot.tsx';
import { LeaveDialog, LeaveQuestion } from './leave-question.tsx';
import { MobileSheet } from './mobile-menu.tsx';
import { ToastRegion } from './toast-region.tsx';

// One file: what is around a page (`frame.ts`).
export { BareHeader } from './bare-header.tsx';
export { SiteFooter } from './site-footer.tsx';
export { TopBar } from './top-bar.tsx';

/** What the site says above its pages. */
export function Overlays() {
  return (
    <>
      <ToastRegion />
      <LeaveQuestion />
    </>
  );
}

/** Fetches what the frame opens. */
export const preloadMenus = () =>
  Promise.all([MobileSheet, MemberMenu, LeaveDialog].map(({ preload }) => preload()));
