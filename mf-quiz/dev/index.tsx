import { runStandalone } from '@frens/platform/standalone';
import { remote } from '../src/remote.tsx';

runStandalone(remote);
