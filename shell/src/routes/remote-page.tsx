import { useLocation } from '@frens/platform';
import type { ReactNode } from 'react';
import { useRemotes } from '../composition/engine.ts';
import { RemoteOutlet } from '../composition/remote-outlet.tsx';
import { MemberGate } from './member-gate.tsx';

/** The page of whichever remote serves the address. The guard stands before the remote, so it holds while the remote is down, too. */
export function RemotePage({ notFound }: { notFound: ReactNode }) {
  const { pathname } = useLocation();
  const found = useRemotes().find(pathname);
  if (!found) return notFound;
  // The key keeps one remote's failure from being shown in another's place.
  const isForMembers = found.page.access === 'member';
  const outlet = <RemoteOutlet key={found.name} name={found.name} isForMembers={isForMembers} />;
  return isForMembers ? <MemberGate>{outlet}</MemberGate> : outlet;
}
