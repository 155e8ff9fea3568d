import * as Slot from 'radix-ui/slot';
import {
  createContext,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useContext,
  useId,
  useRef,
  useState,
} from 'react';
import { useControlled } from '../internal/use-controlled.ts';

/** Controlled or uncontrolled open state. */
export interface MenuOpening {
  /** The button that opens the menu. */
  trigger: ReactElement;
  /** Controlled open state. */
  open?: boolean | undefined;
  /** Initial state, if uncontrolled. */
  defaultOpen?: boolean | undefined;
  /** Reports open and close. */
  onOpenChange?: ((change: { open: boolean }) => void) | undefined;
}

interface OpenMenu {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  /** Opened by the up arrow: the last item gets the focus. */
  focusLast: boolean;
  close: (returnFocus?: boolean) => void;
}

const MenuContext = createContext<OpenMenu | null>(null);

/** The surrounding open menu. @throws outside of a `MenuTrigger` */
export function useOpenMenu(): OpenMenu {
  const menu = useContext(MenuContext);
  if (!menu) throw new Error('A menu and its items need a MenuTrigger or a DropdownMenu around them.');
  return menu;
}

/** Button of a menu whose code may load lazily: `children` are the `Menu`. `DropdownMenu` combines both. */
export function MenuTrigger({
  trigger,
  open,
  defaultOpen = false,
  onOpenChange,
  children,
}: MenuOpening & { children: ReactNode }) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const [focusLast, setFocusLast] = useState(false);
  const [isOpen, setOpen] = useControlled(open, defaultOpen, (next) => onOpenChange?.({ open: next }));
  const close = (returnFocus = true) => {
    setOpen(false);
    if (returnFocus) anchor.current?.focus();
  };
  return (
    <>
      <Slot.Root
        ref={anchor}
        id={`${id}-trigger`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => {
          setFocusLast(false);
          if (isOpen) close();
          else setOpen(true);
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setFocusLast(event.key === 'ArrowUp');
          setOpen(true);
        }}
      >
        {trigger}
      </Slot.Root>
      {isOpen ? <MenuContext value={{ id, anchor, focusLast, close }}>{children}</MenuContext> : null}
    </>
  );
}
