import { MenuIcon } from '@frens/design-system/icons';
import { IconButton, lazyScreen, useTranslation } from '@frens/platform';
import { useState } from 'react';
import { type ChromeProps, preloadOn } from './chrome-links.ts';
import { LatePart } from './lazy-part.tsx';

/** The sheet that the button opens, lazy-loaded. */
export const MobileSheet = lazyScreen(() =>
  import(/* webpackChunkName: "mobile-menu" */ './mobile-sheet.tsx').then((m) => m.MobileSheet),
);

interface MobileMenuProps extends ChromeProps {
  onLogout: () => void;
}

/** The links of the top bar on narrow screens. */
export function MobileMenu({ links, onPreload, onLogout }: MobileMenuProps) {
  const { t } = useTranslation('shell');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t('chrome.menu')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...preloadOn(MobileSheet.preload)}
        onClick={() => {
          setOpen(true);
          for (const { path } of links.visitor) onPreload(path);
        }}
      >
        <MenuIcon />
      </IconButton>
      {isOpen ? (
        <LatePart setOpen={setOpen}>
          <MobileSheet links={links} onClose={() => setOpen(false)} onLogout={onLogout} />
        </LatePart>
      ) : null}
    </>
  );
}
