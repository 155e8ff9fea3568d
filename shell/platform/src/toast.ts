import { create } from 'zustand';
import { useToasts } from './current-platform.ts';
import { detailsOf } from './errors.ts';

/** Duration of a toast, in milliseconds (spec section 9). */
export const toastDuration = 5_000;

/** A toast. Texts are already translated. */
export interface ToastMessage {
  title: string;
  description?: string;
  /** `success` by default; `danger` announces itself at once to screen readers. */
  tone?: 'success' | 'danger';
  /** An action, for instance Retry. Choosing it closes the toast. */
  action?: { label: string; onSelect: () => void };
  /** A link to a related page. Following it closes the toast. */
  link?: { label: string; to: string };
  /** The failure; its request, remote and version can be copied. */
  error?: unknown;
  /** Its subject, by identity: what removes the toast, such as an action that is retried. */
  about?: object;
}

/** `details` are recorded at the time of the failure, as the page may have changed since. Ids are unique. */
type QueuedToast = ToastMessage & { id: number; details: string };

interface ToastState {
  current: QueuedToast | null;
  /** The queue (spec section 9: one at a time). */
  queue: readonly QueuedToast[];
  /** Toasts that stay because they are hovered or focused. The queue continues beside them. */
  held: readonly QueuedToast[];
  show(message: ToastMessage): void;
  /** Keeps this toast beside the next one, if it is the current one. */
  hold(id: number): void;
  /** Closes a shown toast; after the current one the next follows. */
  dismiss(id: number): void;
  /** Closes all toasts and clears the queue. */
  clear(): void;
}

const nothing = { current: null, queue: [], held: [] };

/** Removes toasts, and shows the next one if the current one is removed. */
function without({ current, queue, held }: ToastState, isGone: (one: QueuedToast) => boolean) {
  const stays = (one: QueuedToast) => !isGone(one);
  const [next = null, ...later] = queue.filter(stays);
  const left = held.filter(stays);
  return current && stays(current)
    ? { current, queue: queue.filter(stays), held: left }
    : { current: next, queue: later, held: left };
}

/** Creates the store of the shown toasts and their queue. Texts that are already queued are not queued twice. */
export const createToastStore = () => {
  let lastId = 0;
  return create<ToastState>()((set, get) => ({
    ...nothing,
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
    hold: (id) =>
      set((state) => {
        const { current, queue, held } = state;
        const [next = null, ...later] = queue;
        return current?.id === id ? { current: next, queue: later, held: [...held, current] } : state;
      }),
    dismiss: (id) => set((state) => without(state, (one) => one.id === id)),
    clear: () => set(nothing),
  }));
};

/** The store of the shown toasts and their queue. */
export type ToastStore = ReturnType<typeof createToastStore>;

/** Withdraws the toast about a subject, such as a retried action or a corrected field. */
export function withdrawToast(about: object): void {
  useToasts.setState((state) => without(state, (one) => one.about === about));
}

/** Removes Retry from the toast of an abandoned action, so that it cannot be sent later. */
export function disarmToast(about: object): void {
  const disarm = (one: QueuedToast): QueuedToast =>
    one.about === about ? { ...one, action: undefined } : one;
  useToasts.setState(({ current, queue, held }) => ({
    current: current && disarm(current),
    queue: queue.map(disarm),
    held: held.map(disarm),
  }));
}

/** Shows a toast for `toastDuration` milliseconds, after those that are queued. */
export function toast(message: ToastMessage): void {
  useToasts.getState().show(message);
}
