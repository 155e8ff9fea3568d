import { toBamboo, toHundredths } from '@frens/contract/bamboo';
import { circleQuery } from '@frens/members/queries';
import { currentLanguage, useQuery, useSearchParams } from '@frens/platform';

/** The stake-gated circle that the reader comes from. */
export interface GatedCircle {
  id: string;
  name: string;
  /** Whether stakes on all Pandas count together. */
  isAny: boolean;
  /** Required, current and missing stake; null once the gate is open. */
  gate: { required: string; current: string; missing: string } | null;
}

/**
 * The circle in the URL (`?for=`), if its gate requires stakes on this Panda or on any, or has just opened; otherwise null.
 *
 * @param pandaId null on the list of all Pandas
 */
export function useGatedCircle(pandaId: string | null): GatedCircle | null {
  const [address] = useSearchParams();
  const circleId = address.get('for') ?? '';
  const { data: circle } = useQuery({
    ...circleQuery(circleId, currentLanguage()),
    enabled: circleId !== '',
  });
  if (circle?.circleType !== 'stake_gated') return null;
  if (circle.gatePandaId !== null && circle.gatePandaId !== pandaId) return null;
  const { id, name, wayIn, gatePandaId } = circle;
  const isAny = gatePandaId === null;
  if (wayIn.kind === 'join') return { id, name, isAny, gate: null };
  if (wayIn.kind !== 'stake') return null;
  const { required, current } = wayIn;
  const missing = toBamboo(toHundredths(required) - toHundredths(current));
  return { id, name, isAny, gate: { required, current, missing } };
}
