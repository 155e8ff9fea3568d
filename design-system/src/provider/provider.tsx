import * as Direction from 'radix-ui/direction';
import { createContext, type ReactNode, useContext, useMemo } from 'react';

/** The texts inside components. Provide them once, translated, at the root of the page. */
export interface DesignSystemLabels {
  close: string;
  clear: string;
  copy: string;
  copied: string;
  /** What to do if the clipboard is unavailable. */
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
  /** Translated texts; missing ones fall back to English. */
  labels?: Partial<DesignSystemLabels>;
  /** Reading direction. */
  direction?: 'ltr' | 'rtl';
  /** The page. */
  children: ReactNode;
}

/**
 * Provides texts and reading direction. Without a provider, components use English, left to right. A nested provider inherits the
 * direction.
 */
export function DesignSystemProvider({ labels, direction, children }: DesignSystemProviderProps) {
  const inherited = Direction.useDirection(direction);
  // Memoised: every component that reads a text re-renders when this object changes.
  const words = useMemo(() => ({ ...english, ...labels }), [labels]);
  return (
    <LabelsContext value={words}>
      <Direction.Provider dir={inherited}>{children}</Direction.Provider>
    </LabelsContext>
  );
}

/** The current texts, for components of this workspace. */
export function useLabels(): DesignSystemLabels {
  return useContext(LabelsContext);
}
