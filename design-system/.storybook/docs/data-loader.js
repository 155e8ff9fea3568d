/**
 * Writes the documentation data into its module, and emits the design token files. Watches the source folders, so that it reruns after
 * changes.
 */
function dataLoader() {
  const { collect, designTokenFiles, folders } = this.getOptions();
  for (const folder of folders) this.addContextDependency(folder);
  for (const [name, tokens] of Object.entries(designTokenFiles()))
    this.emitFile(`tokens/${name}`, JSON.stringify(tokens, null, 2));
  return `export const docsData = ${JSON.stringify(collect())};`;
}

export default dataLoader;
