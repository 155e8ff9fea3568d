// @frens/compose/fixtures: compositions and modules of remotes for tests and stories, without Node.
export { buildComposition, buildModule, buildVersion } from '../testing/build-composition.ts';
