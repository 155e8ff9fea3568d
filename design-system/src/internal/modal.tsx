import { enterModal } from '@frens/design-system';
import { clsx } from 'clsx';
import {
  type ComponentProps,
  cloneElement,
  type MouseEventHandler,
  type ReactElement,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import { mergeRefs } from './merge-refs.ts';
import styles from './modal.module.css';
import { useControlled } from './use-controlled.ts';

/** Controlled or uncontrolled open state of modals. */
export interface OpenProps {
  /** Controlled open state. */
  open?: boolean;
  /** Initial state, if uncontrolled. */
  defaultOpen?: boolean;
  /** Reports open and close. */
  onOpenChange?: (change: { open: boolean }) => void;
  /** The button that opens it and gets the focus back. Omit it when the caller controls `open`. */
  trigger?: ReactElement<{ onClick?: MouseEventHandler }>;
}

interface ModalProps extends OpenProps, Omit<ComponentProps<'dialog'>, 'open' | 'children' | 'title'> {
  /** Whether Escape and a press on the backdrop close it. */
  dismissible?: boolean;
  children: (close: () => void) => ReactNode;
}

/**
 * The native `<dialog>`: it traps the focus, makes the page inert and restores the focus without script.
 * The content mounts only while open, so a form inside starts fresh each time.
 */
export function Modal({
  open,
  defaultOpen = false,
  onOpenChange,
  trigger,
  dismissible = true,
  children,
  className,
  ...rest
}: ModalProps) {
  const [isOpen, setOpen] = useControlled(open, defaultOpen, (next) => onOpenChange?.({ open: next }));
  return (
    <>
      {trigger
        ? cloneElement<ComponentProps<'button'>>(trigger, {
            'aria-haspopup': 'dialog',
            'aria-expanded': isOpen,
            onClick(event) {
              trigger.props.onClick?.(event);
              setOpen(true);
            },
          })
        : null}
      {isOpen && typeof document !== 'undefined'
        ? createPortal(
            <OpenModal
              {...rest}
              className={clsx(styles.root, className)}
              dismissible={dismissible}
              onDismiss={() => setOpen(false)}
            >
              {children(() => setOpen(false))}
            </OpenModal>,
            document.body,
          )
        : null}
    </>
  );
}

interface OpenModalProps extends ComponentProps<'dialog'> {
  dismissible: boolean;
  onDismiss: () => void;
}

function OpenModal({ dismissible, onDismiss, children, ref, ...rest }: OpenModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const startedOutside = useRef(false);
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    if (!element) return;
    const page = document.documentElement;
    page.style.setProperty('--scrollbar', `${Math.max(0, window.innerWidth - page.clientWidth)}px`);
    if (!element.open) element.showModal();
    const leave = enterModal(element);
    // React handles `autoFocus` itself at mount; the data attribute is applied once the dialog is shown.
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      leave();
      element.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    // Only pointers need the backdrop: the keyboard has Escape and the close button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      {...rest}
      ref={mergeRefs(dialog, ref)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        if (dismissible) onDismiss();
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (dismissible) onDismiss();
      }}
      onPointerDown={(event) => {
        startedOutside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        // Pressed and released on the backdrop: a text selection dragged out of a field must not close it.
        if (dismissible && startedOutside.current && event.target === event.currentTarget) onDismiss();
      }}
    >
      {children}
    </dialog>
  );
}
