import { requireInstall, requireNode } from './setup.js';

// Preloaded with `node --import`: a program cannot itself install the packages that it imports.
requireNode();
requireInstall();
