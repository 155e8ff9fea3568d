import { useState } from 'react';
import { useAction } from './use-action.ts';

/**
 * A dialog whose code loads on the first press.
 *
 * @param load imports the dialog's module
 * @param failureTitle title of the toast if that fails
 */
export function useLazyDialog<Module>(load: () => Promise<Module>, failureTitle: string) {
  const [isOpen, setOpen] = useState(false);
  const loading = useAction({ send: load, meta: { failureTitle }, onSuccess: () => setOpen(true) });
  const { data: module, isPending: isLoading } = loading;
  return {
    /** The dialog's module; undefined until it has loaded. */
    module,
    isOpen,
    isLoading,
    /** Props of the opening button. */
    opener: { 'aria-haspopup': 'dialog', onClick: () => (module ? setOpen(true) : loading.run()) } as const,
    close: () => setOpen(false),
  };
}
