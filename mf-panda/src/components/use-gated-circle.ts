import { toBamboo, toHundredths } from '@frens/contract/bamboo';
import { circleQuery } from '@frens/members/queries';
import { currentLanguage, useQuery, useSearchParams } from '@frens/platform';

/** A circle that its reader has come from to back its Panda. */
export interface GatedCircle {
  id: string;
  name: string;
  /** Whether stakes on all Pandas count together. */
  isAny: boolean;
  /** How much it asks for, how much of it is staked, and what is left to stake; null once it lets them in. */
  gate: { required: string; current: string; missing: string } | null;
}

/**
 * The circle named in the address (`?for=`), where its gate asks for this Panda, or for any, or has just opened; null for everything else.
 *
 * @param pandaId null on the page of all Pandas
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
