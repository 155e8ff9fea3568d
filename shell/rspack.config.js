import { hostConfig } from '../rspack.base.js';

export default hostConfig(import.meta.dirname);
