import { runStandalone } from '@frens/platform/testing';
import { remote } from '../src/remote.tsx';

runStandalone(remote);
