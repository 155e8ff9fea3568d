/**
 * The workspaces as three programs for the compiler instead of one each: React, the contract and the platform are read once and not
 * eleven times. `tsconfig.json` leads editors and the linter to them.
 *
 * One checker each: several check what they share once each, which costs two and a half times the processor time.
 * What was checked is remembered: a second run looks at what has changed.
 */
export const typePrograms = ['browser', 'server', 'tools'].map((name) => ({
  name,
  args: [
    '-p',
    `tsconfig.${name}.json`,
    '--checkers',
    '1',
    '--incremental',
    '--tsBuildInfoFile',
    `.cache/types/${name}.tsbuildinfo`,
  ],
}));
