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
  /** What failed. Its request, remote and version can then be copied. */
  error?: unknown;
  /** Its subject, by identity: an action whose retry removes the toast, or a page that removes it on leaving (`withdrawToast`). */
  about?: object;
}

/** `details` are of the moment when it failed: the page may be another by now. An id is never given twice. */
type QueuedToast = ToastMessage & { id: number; details: string };

interface ToastState {
  current: QueuedToast | null;
  /** The queue behind the shown one, each for its own time (spec section 9: one at a time). */
  queue: readonly QueuedToast[];
  show(message: ToastMessage): void;
  /** Closes the shown toast; the next one follows. */
  dismiss(): void;
  /** Closes the shown toast and drops the queue. */
  clear(): void;
}

/** Creates the store of the shown toast and its queue. Texts that are already queued are not queued twice. */
export const createToastStore = () => {
  let lastId = 0;
  return create<ToastState>()((set, get) => ({
    current: null,
    queue: [],
    show: (message) => {
      const details = message.error === undefined ? '' : detailsOf(message.error);
      lastId += 1;
      const shown = { ...message, details, id: lastId };
      const { current, queue } = get();
      const isSame = ({ title, description }: ToastMessage) =>
        title === message.title && description === message.description;
      if (!current || isSame(current)) set({ current: shown });
      else set({ queue: [...queue.filter((one) => !isSame(one)), shown] });
    },
    dismiss: () => set(({ queue: [next = null, ...queue] }) => ({ current: next, queue })),
    clear: () => set({ current: null, queue: [] }),
  }));
};

/** The store of the shown toast and its queue. */
export type ToastStore = ReturnType<typeof createToastStore>;

/** Withdraws the toast of an action that is retried, or of a page that is left: it is no longer true, or shown elsewhere. */
export function withdrawToast(about: object): void {
  const { current, queue, dismiss } = useToasts.getState();
  useToasts.setState({ queue: queue.filter((one) => one.about !== about) });
  if (current?.about === about) dismiss();
}

/** Removes Retry from the toast of an abandoned action: nothing may be sent that nobody asks for any more. */
export function disarmToast(about: object): void {
  const disarm = (one: QueuedToast): QueuedToast =>
    one.about === about ? { ...one, action: undefined } : one;
  const { current, queue } = useToasts.getState();
  useToasts.setState({ current: current && disarm(current), queue: queue.map(disarm) });
}

/** Shows a toast for `toastDuration` milliseconds, after those that are queued. */
export function toast(message: ToastMessage): void {
  useToasts.getState().show(message);
}
