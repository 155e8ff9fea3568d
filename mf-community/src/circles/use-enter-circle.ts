import type { Circle } from '@frens/contract';
import { readFirstCircle } from '@frens/members/first-circle';
import { homeQuery } from '@frens/members/queries';
import { currentLanguage, queryClient, useLocation, useNavigate } from '@frens/platform';
import { circlePath } from '../paths.ts';

/** Leads whoever has just joined into the circle, which then says so (`joinedNow`). */
export function useEnterCircle({ id }: Pick<Circle, 'id'>): () => Promise<void> {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const path = circlePath(id);
  return async () => {
    const joined = (await isFirstCircle(id)) ? 'first' : 'next';
    navigate(path, { state: { joined }, replace: pathname.endsWith(path) });
  };
}

/** Whether a circle that the reader has just come into is the very first. The home knows, and is asked where it has not been opened. */
export async function isFirstCircle(id: string): Promise<boolean> {
  if (readFirstCircle() !== null) return false;
  const home = await queryClient.ensureQueryData(homeQuery(currentLanguage())).catch(() => null);
  // The cached home may be older than this circle.
  return home !== null && (!home.firstSteps.steps.circle || home.firstSteps.onlyCircle === id);
}

/** Whether the page was opened by joining, and whether that was the very first circle. */
export function joinedNow(state: unknown): 'first' | 'next' | null {
  if (typeof state !== 'object' || state === null || !('joined' in state)) return null;
  return state.joined === 'first' || state.joined === 'next' ? state.joined : null;
}
