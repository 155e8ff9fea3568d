import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/**
 * Bundler plugin: makes the content of a style sheet part of its identity, and so of the `[hash]` in its class names. Two versions on
 * one page then have one class name for one rule only.
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
/** By its address: versions have files under one id. A shared file runs once for each runtime that asks for it. */
const takeOwn = `
	var script = document.currentScript;
	var address = script && script.src.replace(/\\?.*/, '');
	if (!chunkIds.some((id) => __webpack_require__.p + __webpack_require__.u(id) === address))
		return parentChunkLoadingFunction && parentChunkLoadingFunction(data);`;

/**
 * Bundler plugin: makes a runtime take only the chunks that its own build consists of. All versions of a remote push their chunks into one
 * array, which is named after the remote and not after the version: so an unchanged chunk is an unchanged file (docs/decisions/0327).
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
      // Also where the code that takes chunks has another name by now.
      compilation.hooks.afterSeal.tap('TakeOwnChunks', () => {
        if (!isEdited)
          compilation.errors.push(new Error('The bundler loads chunks in another way: see TakeOwnChunks.'));
      });
    });
  }
}
