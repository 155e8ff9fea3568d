// For tests and for a remote's own development page; nothing of it is in a production build.
export { type RenderOptions, renderRemote } from './render-remote.tsx';
export { runStandalone } from './run-standalone.tsx';
export { startTestTexts, TestProviders } from './test-providers.tsx';
