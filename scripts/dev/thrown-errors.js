import { SourceMap } from 'node:module';
import path from 'node:path';
import { rootDir } from '../setup.js';

/**
 * Maps a page's stack traces to source lines.
 *
 * @param {import('@rspack/core').Compiler | import('@rspack/core').MultiCompiler} compiler
 * @param {{ readFileSync: (file: string) => string | Buffer }} files the bundler's output file system
 */
export function createStackReader(compiler, files) {
  const apps = (compiler.compilers ?? [compiler])
    .map(({ options, context }) => ({
      base: String(options.output.publicPath),
      out: options.output.path,
      context,
    }))
    // Longest first: a single app has the base `/`.
    .sort((one, other) => other.base.length - one.base.length);

  function sourceOf(address, line, column) {
    const { pathname } = new URL(address);
    const app = apps.find(({ base }) => pathname.startsWith(base));
    if (!app) return null;
    try {
      const file = path.join(app.out, pathname.slice(app.base.length));
      const map = new SourceMap(JSON.parse(String(files.readFileSync(`${file}.map`))));
      const { originalSource, originalLine } = map.findEntry(line - 1, column - 1);
      if (originalSource === undefined) return null;
      const source = path.resolve(app.context, originalSource.replace(/^webpack:\/\/[^/]*\//, ''));
      return { file: path.relative(rootDir, source), line: originalLine + 1 };
    } catch {
      // The script has no source map.
      return null;
    }
  }

  /**
   * @param {string} stack as written by browsers
   * @returns the stack with source lines, and the first line within this repository
   */
  return function readStack(stack) {
    let where = null;
    const lines = stack.split('\n').flatMap((text) => {
      const [, address, line, column] = /(https?:\/\/[^\s()]+?):(\d+):(\d+)/.exec(text) ?? [];
      if (!address) return [text];
      const source = sourceOf(address, Number(line), Number(column));
      if (!source) return [];
      const ours = !/(^|[/\\])(node_modules|webpack)[/\\]/.test(source.file);
      if (ours) where ??= `${source.file}:${source.line}`;
      return ours ? [text.replace(/\(?https?:\/\/[^\s]+/, `${source.file}:${source.line}`)] : [];
    });
    return { where: where ?? 'somewhere', stack: lines.join('\n') };
  };
}
