import type { Circle } from '@frens/contract';
import { readFirstCircle } from '@frens/members/first-circle';
import { homeQuery } from '@frens/members/queries';
import { currentLanguage, queryClient, useLocation, useNavigate } from '@frens/platform';
import { circlePath } from '../paths.ts';

/** Opens a circle after joining; the history state lets it celebrate (`readJoinedState`). */
export function useEnterCircle({ id }: Pick<Circle, 'id'>): () => Promise<void> {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const path = circlePath(id);
  return async () => {
    const joined = (await isFirstCircle(id)) ? 'first' : 'next';
    navigate(path, { state: { joined }, replace: pathname.endsWith(path) });
  };
}

/** Whether a newly joined circle is the reader's first. Uses the home's data, which it fetches if not cached. */
export async function isFirstCircle(id: string): Promise<boolean> {
  if (readFirstCircle() !== null) return false;
  const home = await queryClient.ensureQueryData(homeQuery(currentLanguage())).catch(() => null);
  // The cached home may predate this circle.
  return home !== null && (!home.firstSteps.steps.circle || home.firstSteps.onlyCircle === id);
}

/** Whether the page was opened by joining, and whether that was the first circle. */
export function readJoinedState(state: unknown): 'first' | 'next' | null {
  if (typeof state !== 'object' || state === null || !('joined' in state)) return null;
  return state.joined === 'first' || state.joined === 'next' ? state.joined : null;
}
