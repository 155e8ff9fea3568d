// Runs this remote alone on the mocked API: `npm run dev -w mf-social`.
import { runStandalone } from '@frens/platform/standalone';
import { remote } from '../src/remote.tsx';

runStandalone(remote);
