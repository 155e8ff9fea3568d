import type { Circle, Home } from '@frens/contract';
import { currentLanguage, queryClient, queryKeys, useLocation, useNavigate } from '@frens/platform';
import { circlePath } from '../paths.ts';

/** Leads whoever has just joined into the circle, which then says so (`joinedNow`). */
export function useEnterCircle({ id }: Pick<Circle, 'id'>): () => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const path = circlePath(id);
  return () => navigate(path, { state: { joined: firstOrNext() }, replace: pathname.endsWith(path) });
}

/** Known to whoever comes from their home. */
function firstOrNext(): 'first' | 'next' {
  const home = queryClient.getQueryData<Home>([...queryKeys.home, currentLanguage()]);
  return home?.firstSteps.steps.circle === false ? 'first' : 'next';
}

/** Whether the page was opened by joining, and whether that was the very first circle. */
export function joinedNow(state: unknown): 'first' | 'next' | null {
  if (typeof state !== 'object' || state === null || !('joined' in state)) return null;
  return state.joined === 'first' || state.joined === 'next' ? state.joined : null;
}
