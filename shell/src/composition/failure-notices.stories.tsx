import type { RemoteModule } from '@frens/platform';
import { screenStory } from '@frens/platform/stories';
import { NotFoundScreen } from '../pages/not-found.screen.tsx';
import { RemoteError, type RemoteStage } from './engine.ts';
import { RemoteFailure } from './remote-failure.tsx';
import { RemotePending } from './remote-pending.tsx';

export default { title: 'Screens/Failure notices' };

const noTexts = async () => ({ default: {} });
const notice = (Component: () => React.ReactNode) => {
  const remote: RemoteModule = {
    name: 'notices',
    contract: 1,
    routes: [{ path: '/vibe-quiz', Component }],
    locales: { en: noTexts, es: noTexts },
  };
  return screenStory(remote, { path: '/vibe-quiz' });
};
const version = { name: 'mf-quiz', version: '0.1.0-3fa2c1d8e0' };
const failedAt = (stage: RemoteStage) =>
  notice(() => (
    <RemoteFailure error={new RemoteError(version, stage, 'It did not come.')} onRetry={() => {}} />
  ));

export const Manifest = failedAt('manifest');
export const Entry = failedAt('entry');
export const Contract = failedAt('contract');
export const Mount = failedAt('mount');
export const Render = failedAt('render');
export const Pending = notice(() => <RemotePending name="mf-quiz" />);
export const NotFound = notice(() => <NotFoundScreen />);
