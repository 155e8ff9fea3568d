import { Menu, MenuItem, MenuLabel, MenuSeparator } from '@frens/design-system/dropdown-menu';
import { CheckIcon, LogOutIcon } from '@frens/design-system/icons';
import { Link, UserText, useTranslation } from '@frens/platform';
import { chooseTheme, themes, useTheme } from '../theme.ts';
import styles from './account-slot.module.css';
import { type ChromeProps, preloadLink } from './chrome-links.ts';
import { MenuIcon } from './menu-icon.tsx';
import { useBalance } from './use-balance.ts';

interface MemberMenuProps extends ChromeProps {
  name: string;
  onLogout: () => void;
}

/** The member's menu: their pages, the theme, sign-out. */
export function MemberMenu({ links, onPreload, onLogout, name }: MemberMenuProps) {
  const { t } = useTranslation('shell');
  const chosen = useTheme();
  const balance = useBalance();
  return (
    <Menu align="end">
      <MenuLabel>
        <UserText>{name}</UserText>
      </MenuLabel>
      {links.member.map(({ path, label, icon, shows }) => (
        <MenuItem key={path} asChild icon={<MenuIcon name={icon} />}>
          <Link to={path} {...preloadLink(onPreload, path)}>
            {shows === 'balance' ? balance : label}
          </Link>
        </MenuItem>
      ))}
      <MenuSeparator />
      {/* biome-ignore lint/a11y/useSemanticElements: a menu has no fieldset. */}
      <div role="group" aria-label={t('theme.label')} className={styles.themes}>
        {themes.map((theme) => (
          <MenuItem
            key={theme}
            role="menuitemradio"
            aria-checked={theme === chosen}
            icon={theme === chosen ? <CheckIcon /> : null}
            onSelect={() => chooseTheme(theme)}
          >
            {t(`theme.${theme}`)}
          </MenuItem>
        ))}
      </div>
      <MenuSeparator />
      <MenuItem icon={<LogOutIcon />} onSelect={onLogout}>
        {t('chrome.logout')}
      </MenuItem>
    </Menu>
  );
}
