/** Build inputs outside of a workspace's own folder. The shell includes the platform (inside its folder) and the whole design system. */
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
