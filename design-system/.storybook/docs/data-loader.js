/**
 * Writes the data of the documentation into its module, and the tokens as files beside Storybook; again after a change in the folders that
 * both are collected from.
 */
function dataLoader() {
  const { collect, designTokenFiles, folders } = this.getOptions();
  for (const folder of folders) this.addContextDependency(folder);
  for (const [name, tokens] of Object.entries(designTokenFiles()))
    this.emitFile(`tokens/${name}`, JSON.stringify(tokens, null, 2));
  return `export const docsData = ${JSON.stringify(collect())};`;
}

export default dataLoader;
