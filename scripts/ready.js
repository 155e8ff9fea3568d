import { requireInstall, requireNode } from './setup.js';

// Loaded before a program (`node --import`), because a program cannot import packages that it has yet to install.
requireNode();
requireInstall();
