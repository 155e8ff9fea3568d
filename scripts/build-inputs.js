/** What the builds of this repository read outside of their own workspace. The shell carries the platform, which lies inside its folder, and the design system whole. */
export const buildInputs = [
  'rspack.base.js',
  'package-lock.json',
  'scripts/pure-calls-loader.js',
  'scripts/trim-library-loader.js',
  'scripts/trimmed-libraries.js',
  'shell/compose/src',
  'api/contract/src',
  'api/contract/locales',
  'design-system',
];
