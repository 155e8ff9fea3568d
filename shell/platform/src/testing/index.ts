// For tests; nothing of it is in a production build.

export { useToasts } from '../current-platform.ts';
export { type RenderOptions, renderRemote } from './render-remote.tsx';
export { openTestPlatform, startTestTexts, TestProviders } from './test-providers.tsx';
