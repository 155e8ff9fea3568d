// @frens/compose/checkout: what a checkout has: remotes, their descriptors, owners and texts. For tools of the repository.
export { type DescriptorProblem, descriptorFile, readDescriptor } from '../build/read-descriptor.ts';
export { flatTexts, textMisfits, withoutPlural } from '../gate/check-texts.ts';
export { ownerIn } from '../owners.ts';
export { findProject } from '../project.ts';
