import { remoteConfig } from '../rspack.base.js';

export default remoteConfig(import.meta.dirname);
