import { useParams } from '@frens/platform';
import { PandaProfile } from './components/panda-profile.tsx';

/** /panda/{pandaId}: one Panda, and how to back it. The shell admits members only. */
export function PandaProfileScreen() {
  const { pandaId = '' } = useParams();
  // The key resets state per Panda: amount, tab and thanks do not carry over.
  return <PandaProfile key={pandaId} pandaId={pandaId} />;
}
