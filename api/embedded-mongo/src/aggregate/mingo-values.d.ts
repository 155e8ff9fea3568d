/** mingo's module of value functions, which its package does not export; build.js resolves it. */
declare module 'mingo-values';
