import { toBamboo, toHundredths } from '@frens/contract/bamboo';
import { circleQuery, currentLanguage, useQuery, useSearchParams } from '@frens/platform';

/** A circle that its reader has come from to back its Panda. */
export interface GatedCircle {
  id: string;
  name: string;
  /** How much it asks for, how much of it is staked, and what is left to stake; null once it lets them in. */
  gate: { required: string; current: string; missing: string } | null;
}

/** The circle named in the address (`?for=`), where its gate asks for this Panda or has just opened; null for everything else. */
export function useGatedCircle(pandaId: string): GatedCircle | null {
  const [address] = useSearchParams();
  const circleId = address.get('for') ?? '';
  const { data: circle } = useQuery({
    ...circleQuery(circleId, currentLanguage()),
    enabled: circleId !== '',
  });
  if (!circle || circle.gatePandaId !== pandaId) return null;
  const { id, name, wayIn } = circle;
  if (wayIn.kind === 'join') return { id, name, gate: null };
  if (wayIn.kind !== 'stake') return null;
  const { required, current } = wayIn;
  const missing = toBamboo(toHundredths(required) - toHundredths(current));
  return { id, name, gate: { required, current, missing } };
}
