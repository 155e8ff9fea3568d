import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/**
 * Bundler plugin: makes the content of a style sheet part of its identity, and so of the `[hash]` in its class names. Two versions on one page
 * then share a class name only for equal rules.
 */
export class NameClassesByContent {
  apply(compiler) {
    compiler.hooks.normalModuleFactory.tap('NameClassesByContent', ({ hooks }) => {
      hooks.afterResolve.tapPromise('NameClassesByContent', async ({ createData }) => {
        const { resource } = createData ?? {};
        if (!resource?.endsWith('.css')) return;
        const hash = createHash('sha256').update(await readFile(resource));
        createData.resource = `${resource}?${hash.digest('hex').slice(0, 8)}`;
      });
    });
  }
}

const received = 'var [chunkIds, moreModules, runtime] = data;';
/** Compares addresses, because versions use the same chunk ids. A shared file runs once for each runtime that requests it. */
const takeOwn = `
	var script = document.currentScript;
	var address = script && script.src.replace(/\\?.*/, '');
	if (!chunkIds.some((id) => __webpack_require__.p + __webpack_require__.u(id) === address))
		return parentChunkLoadingFunction && parentChunkLoadingFunction(data);`;

/**
 * Bundler plugin: makes a runtime ignore chunks of other versions. All versions of a remote push their chunks into the same array, named after
 * the remote, so that an unchanged chunk is an unchanged file (docs/decisions/0327).
 */
export class TakeOwnChunks {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('TakeOwnChunks', (compilation) => {
      let isEdited = false;
      compilation.hooks.runtimeModule.tap('TakeOwnChunks', ({ name, source }) => {
        if (name !== 'jsonp_chunk_loading') return;
        const code = source.source.toString();
        isEdited = code.includes(received);
        source.source = Buffer.from(code.replace(received, () => received + takeOwn));
      });
      // Also fails if a newer bundler has renamed the runtime module.
      compilation.hooks.afterSeal.tap('TakeOwnChunks', () => {
        if (!isEdited)
          compilation.errors.push(new Error('TakeOwnChunks does not know how this bundler loads chunks.'));
      });
    });
  }
}
