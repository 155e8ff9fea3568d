// For tests; nothing of it is in a production build.
export { type RenderOptions, renderRemote } from './render-remote.tsx';
export { openTestPlatform, startTestTexts, TestProviders } from './test-providers.tsx';
