import { useLocation } from '@frens/platform';
import type { ReactNode } from 'react';
import { useRemotes } from '../composition/engine.ts';
import { RemoteOutlet } from '../composition/remote-outlet.tsx';
import { MemberGate } from './member-gate.tsx';

/** The page of the remote that serves the address. The guard is outside of the remote, so it also holds while the remote is down. */
export function RemotePage({ notFound }: { notFound: ReactNode }) {
  const { pathname } = useLocation();
  const found = useRemotes().find(pathname);
  if (!found) return notFound;
  // The key resets the error state when another remote is shown.
  const isForMembers = found.page.access === 'member';
  const outlet = <RemoteOutlet key={found.name} name={found.name} isForMembers={isForMembers} />;
  if (!isForMembers) return outlet;
  return (
    <>
      {/* The server says in it that the page needs scripts. */}
      <noscript data-needs-scripts="" />
      <MemberGate>{outlet}</MemberGate>
    </>
  );
}
