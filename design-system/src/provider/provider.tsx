import * as Direction from 'radix-ui/direction';
import { createContext, type ReactNode, useContext, useMemo } from 'react';

/** The few words the components say themselves. Give them once, translated, at the root of the page. */
export interface DesignSystemLabels {
  close: string;
  clear: string;
  copy: string;
  copied: string;
  /** What to do where the clipboard refuses. */
  copyRefused: string;
  loading: string;
  showPassword: string;
  hidePassword: string;
  filters: string;
  online: string;
  showMore: string;
  showLess: string;
  charactersLeft: (count: number) => string;
  charactersOver: (count: number) => string;
}

const english: DesignSystemLabels = {
  close: 'Close',
  clear: 'Clear',
  copy: 'Copy',
  copied: 'Copied',
  copyRefused: 'Copy it yourself',
  loading: 'Loading',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  filters: 'Filters',
  online: 'Online',
  showMore: 'Show more',
  showLess: 'Show less',
  charactersLeft: (count) => `${count} ${count === 1 ? 'character' : 'characters'} left`,
  charactersOver: (count) => `${count} ${count === 1 ? 'character' : 'characters'} too many`,
};

const LabelsContext = createContext<DesignSystemLabels>(english);

export interface DesignSystemProviderProps {
  /** Words in the language of the page; English where they are missing. */
  labels?: Partial<DesignSystemLabels>;
  /** The reading direction. */
  direction?: 'ltr' | 'rtl';
  /** The page. */
  children: ReactNode;
}

/**
 * Gives components their words and the reading direction. Without it they speak English, left to right; one inside of another keeps the
 * direction that it is not given.
 */
export function DesignSystemProvider({ labels, direction, children }: DesignSystemProviderProps) {
  const inherited = Direction.useDirection(direction);
  // The same object until the words change, because every component that speaks follows it.
  const words = useMemo(() => ({ ...english, ...labels }), [labels]);
  return (
    <LabelsContext value={words}>
      <Direction.Provider dir={inherited}>{children}</Direction.Provider>
    </LabelsContext>
  );
}

/** The words in use, for components of this workspace. */
export function useLabels(): DesignSystemLabels {
  return useContext(LabelsContext);
}
