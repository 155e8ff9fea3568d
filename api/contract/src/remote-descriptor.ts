import * as engine from '@frens/compose';
import { z } from 'zod';
import { completeLanguages } from './languages.ts';

// This site's fields of `remote.json`, beyond those of the composition engine.

const words = z.string().min(1);
const LocalText = z.object(Object.fromEntries(completeLanguages.map((one) => [one, words]))).catchall(words);

/** A link in the top bar. */
const NavEntry = z.strictObject({
  ...engine.NavEntry.shape,
  label: LocalText,
  /** Position and label in the mobile menu of the /v2 frame (spec section 3); absent if it is not in that menu. */
  older: z.strictObject({ label: LocalText.optional(), order: z.number() }).optional(),
});
export type NavEntry = z.infer<typeof NavEntry>;

/** A link in the member menu, or among the visitor's links in its place. */
const MenuEntry = z.strictObject({
  ...engine.MenuEntry.shape,
  label: LocalText,
  /** One of the shell's icons (`chrome/menu-icon.tsx`); an unknown name shows none. */
  icon: z.string().optional(),
  /**
   * A special rendering by the shell: `balance` shows the member's balance as the label, `unread` is the bell, `messages` stands beside it, `panda` links to the
   * member's own Panda below `path` and is hidden without one.
   */
  shows: z.enum(['balance', 'unread', 'messages', 'panda']).optional(),
});
export type MenuEntry = z.infer<typeof MenuEntry>;

const RemotePath = engine.RemotePath.extend({
  share: z.strictObject({ title: LocalText, description: LocalText }).optional(),
});

/** The schema of `remote.json`. */
export const RemoteDescriptor = engine.RemoteDescriptor.extend({
  /** Name of the workspace's folder. */
  name: engine.RemoteDescriptor.shape.name.regex(/^mf-/),
  area: LocalText,
  paths: z.array(RemotePath).min(1),
  nav: z.array(NavEntry).default([]),
  menu: z.array(MenuEntry).default([]),
});
