import './page-start.css';
import { useSession } from '@frens/platform';
import type { ReactNode } from 'react';

/** What visitors and members read in the same place. Until it is known who reads, both are rendered, and the server's guess shows one: nothing moves. */
export function ByReader({ visitor, member }: { visitor: ReactNode; member: ReactNode }) {
  const { status } = useSession();
  const isKnown = status === 'signed-in' || status === 'signed-out';
  return (
    <>
      {status === 'signed-in' ? null : <span data-reader={isKnown ? '' : 'visitor'}>{visitor}</span>}
      {status === 'signed-out' ? null : <span data-reader={isKnown ? '' : 'member'}>{member}</span>}
    </>
  );
}
