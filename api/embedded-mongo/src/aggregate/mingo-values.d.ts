/** mingo's own module of value functions, which its package does not export; build.js knows where it is. */
declare module 'mingo-values';
