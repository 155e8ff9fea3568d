/** Writes the data of the documentation into its module, and again after a change in the folders that it is collected from. */
function dataLoader() {
  const { collect, folders } = this.getOptions();
  for (const folder of folders) this.addContextDependency(folder);
  return `export const docsData = ${JSON.stringify(collect())};`;
}

export default dataLoader;
