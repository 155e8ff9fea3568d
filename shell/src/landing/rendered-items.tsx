import { useNavigate } from '@frens/platform';
import type { MouseEvent, ReactNode } from 'react';

/** One object for ever: React would empty the list for another. */
const asTheyStand = { __html: '' };

/** Items of a rendered page. The browser leaves them as they stand, without fetching their code, and opens what their links lead to. */
export function RenderedItems({
  children,
  ...rest
}: {
  className: string | undefined;
  children: () => ReactNode;
}) {
  const navigate = useNavigate();
  if (typeof document === 'undefined') return <ul {...rest}>{children()}</ul>;
  const open = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(link.pathname, { state: { toSee: link.textContent } });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- keys press the links in it.
    <ul {...rest} onClick={open} suppressHydrationWarning dangerouslySetInnerHTML={asTheyStand} />
  );
}
