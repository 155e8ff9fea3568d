/** Bundler plugin: records the files of a build's chunks, by chunk id and by chunk name. The server uses them for preload hints. */
export class RecordFiles {
  apply(compiler) {
    const { Compilation, sources } = compiler.rspack;
    compiler.hooks.compilation.tap('RecordFiles', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'RecordFiles', stage }, () => {
        const chunks = {};
        const groups = {};
        for (const chunk of compilation.chunks) {
          chunks[chunk.id] = codeOf(chunk.files);
          // Includes what was split off the chunk: both are in one group.
          const parts = [...chunk.groupsIterable].flatMap((group) => group.getFiles());
          if (chunk.name) groups[chunk.name] = codeOf(new Set(parts));
        }
        compilation.emitAsset(filesRecord, new sources.RawSource(JSON.stringify({ chunks, groups })));
      });
    });
  }
}

/** Name of the record among the files of a build. */
export const filesRecord = 'files.json';

const codeOf = (files) =>
  [...files].filter((file) => /\.(js|css)$/.test(file)).sort((a, b) => (a < b ? -1 : 1));
