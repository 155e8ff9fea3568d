// What the composition engine is told of this site (shell/compose).
export { site as default } from '@frens/contract/site';
