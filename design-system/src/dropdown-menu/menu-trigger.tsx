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

/** How a menu is opened and closed. */
export interface MenuOpening {
  /** The button that opens it. */
  trigger: ReactElement;
  /** Whether it is open, where the page decides that. */
  open?: boolean | undefined;
  /** Whether it is open at first, where it decides by itself. */
  defaultOpen?: boolean | undefined;
  /** Is told when it opens and closes. */
  onOpenChange?: ((change: { open: boolean }) => void) | undefined;
}

interface OpenMenu {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  /** Opened by the upper arrow: its last item gets the focus. */
  focusLast: boolean;
  close: (returnFocus?: boolean) => void;
}

const MenuContext = createContext<OpenMenu | null>(null);

/** The menu that is open around a part of it. */
export function useOpenMenu(): OpenMenu {
  const menu = useContext(MenuContext);
  if (!menu) throw new Error('A menu and its items need a MenuTrigger or a DropdownMenu around them.');
  return menu;
}

/** The button of a menu whose code comes when it is first opened: `children` are the `Menu`, perhaps lazy. `DropdownMenu` is both in one. */
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
