import { create } from 'zustand';
import { useToasts } from './current-platform.ts';
import { detailsOf } from './errors.ts';

/** How long a toast stays unless the member closes it, in milliseconds (spec section 9). */
export const toastDuration = 5_000;

/** One message in the corner of the page. Texts are already translated. */
export interface ToastMessage {
  title: string;
  description?: string;
  /** `success` by default; `danger` announces itself at once to screen readers. */
  tone?: 'success' | 'danger';
  /** One thing that can be done about it, for instance Retry. Choosing it closes the toast. */
  action?: { label: string; onSelect: () => void };
  /** The page of the site that tells more. Following it closes the toast. */
  link?: { label: string; to: string };
  /** What failed. It can then be copied which request it was, and in which version of which remote. */
  error?: unknown;
  /** What it tells of, by identity: an action, another try of which takes the toast away, or a page that takes it along (`withdrawToast`). */
  about?: object;
  /** `foot`, where the page opens with the same words: at the foot of the window, so that it covers neither them nor the bar. */
  place?: 'foot';
}

interface ToastState {
  /** `details` are of the moment when it failed: the page may be another by now. */
  current: (ToastMessage & { id: number; details: string }) | null;
  show(message: ToastMessage): void;
  dismiss(): void;
}

/** Makes the store that holds the one toast on show. A new toast replaces the old one (spec section 9: one at a time). */
export const createToastStore = () =>
  create<ToastState>()((set, get) => ({
    current: null,
    show: (message) => {
      const details = message.error === undefined ? '' : detailsOf(message.error);
      set({ current: { ...message, details, id: (get().current?.id ?? 0) + 1 } });
    },
    dismiss: () => set({ current: null }),
  }));

/** Holds the one toast on show. */
export type ToastStore = ReturnType<typeof createToastStore>;

/** Takes the toast of an action away that is tried again, or of a page that is left: what it tells is not true any more, or told elsewhere. */
export function withdrawToast(about: object): void {
  const { current, dismiss } = useToasts.getState();
  if (current?.about === about) dismiss();
}

/** Takes the way to another try out of the toast of an action that was given up: nothing is sent that nobody asks for any more. */
export function disarmToast(about: object): void {
  const { current } = useToasts.getState();
  if (current?.about === about) useToasts.setState({ current: { ...current, action: undefined } });
}

/** Shows a toast for `toastDuration` milliseconds, in place of the one on show. */
export function toast(message: ToastMessage): void {
  useToasts.getState().show(message);
}
