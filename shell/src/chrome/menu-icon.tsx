import {
  CoinsIcon,
  LeafIcon,
  LockIcon,
  MessageIcon,
  ShieldIcon,
  SparklesIcon,
  UserIcon,
  UsersIcon,
} from '@frens/design-system/icons';
import type { ComponentType } from 'react';

const icons: Record<string, ComponentType> = {
  coins: CoinsIcon,
  leaf: LeafIcon,
  lock: LockIcon,
  message: MessageIcon,
  shield: ShieldIcon,
  sparkles: SparklesIcon,
  user: UserIcon,
  users: UsersIcon,
};

/** The icon of a menu entry, by its name in `remote.json`. */
export function MenuIcon({ name }: { name?: string }) {
  const Icon = name ? icons[name] : undefined;
  return Icon ? <Icon /> : null;
}
