/**
 * The workspaces as three programs for the compiler instead of one each: React, the contract and the platform are read once and not
 * eleven times. Every workspace still has a tsconfig.json of its own for editors and `npm run typecheck -w`.
 *
 * One checker each: several check what they share once each, which costs two and a half times the processor time.
 */
export const typePrograms = ['browser', 'server', 'tools'].map((name) => ({
  name,
  args: ['-p', `tsconfig.${name}.json`, '--checkers', '1'],
}));
