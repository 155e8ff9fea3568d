import {
  CoinsIcon,
  HeartIcon,
  LeafIcon,
  MailIcon,
  SettingsIcon,
  ShieldIcon,
  SparklesIcon,
  TicketIcon,
  UserIcon,
  UsersIcon,
} from '@frens/design-system/icons';
import type { ComponentType } from 'react';

const icons: Record<string, ComponentType> = {
  coins: CoinsIcon,
  heart: HeartIcon,
  leaf: LeafIcon,
  mail: MailIcon,
  settings: SettingsIcon,
  shield: ShieldIcon,
  sparkles: SparklesIcon,
  ticket: TicketIcon,
  user: UserIcon,
  users: UsersIcon,
};

/** The picture beside a menu entry, by the name in `remote.json`. */
export function MenuIcon({ name }: { name?: string }) {
  const Icon = name ? icons[name] : undefined;
  return Icon ? <Icon /> : null;
}
