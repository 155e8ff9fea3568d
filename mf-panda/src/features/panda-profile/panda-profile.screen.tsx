import { useParams } from '@frens/platform';
import { PandaProfile } from './components/panda-profile.tsx';

/** /panda/{pandaId}: one Panda, and the way to back it. The shell lets members only come here. */
export function PandaProfileScreen() {
  const { pandaId = '' } = useParams();
  // A new Panda is a new screen: no typed amount, open tab or thanks is carried over.
  return <PandaProfile key={pandaId} pandaId={pandaId} />;
}
