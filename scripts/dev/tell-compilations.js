import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { rootDir } from '../setup.js';

/**
 * Logs each compilation once for all apps: one line on success, otherwise each error once with file and line.
 *
 * @param {import('@rspack/core').Compiler | import('@rspack/core').MultiCompiler} compiler
 * @param {import('./problems.js').Problems} problems
 * @param {(files: string[]) => void} onEdited receives the edited files of the repository, after compilation
 */
export function logCompilations(compiler, problems, onEdited) {
  const hashes = new Map();
  const edited = new Set();
  for (const one of compiler.compilers ?? [compiler]) {
    one.hooks.watchRun.tap('tell', ({ modifiedFiles }) => {
      for (const file of modifiedFiles ?? []) edited.add(path.relative(rootDir, file));
    });
  }
  compiler.hooks.done.tap('tell', (stats) => {
    const all = stats.stats ?? [stats];
    const changed = all.filter(({ hash, compilation }) => hashes.get(compilation.compiler.name) !== hash);
    const first = hashes.size === 0;
    for (const { hash, compilation } of all) hashes.set(compilation.compiler.name, hash);
    const errors = errorsOf(all);
    problems.set('compile', errors);
    if (errors.length > 0 || changed.length === 0) return;
    const ms = Math.max(...changed.map(({ endTime, startTime }) => endTime - startTime));
    const names = changed.map(({ compilation }) => compilation.compiler.name);
    problems.say(`Compiled ${names.join(', ')} in ${ms} ms`);
    problems.compiled();
    if (!first) onEdited([...edited]);
    edited.clear();
  });
}

function errorsOf(all) {
  const found = new Map();
  for (const stats of all) {
    const { errors = [] } = stats.toJson({ all: false, errors: true, moduleTrace: false });
    for (const { message, moduleName, file, loc } of errors) {
      const text = stripVTControlCharacters(message).trim();
      const where = placeOf(text, stats.compilation.compiler.context, moduleName ?? file, loc);
      found.set(where + text, { where, text });
    }
  }
  return [...found.values()];
}

/** File and line of an error, from its text or else from its module. */
function placeOf(text, context, module = '', loc = '') {
  const [, file = '', line = ''] = /\[(?:([^\]\s]+?):)?(\d+):\d+\]/.exec(text) ?? [];
  const name = file || path.resolve(context, module.split('!').at(-1));
  const at = line || loc.split(':')[0];
  return path.relative(rootDir, path.resolve(context, name)) + (at ? `:${at}` : '');
}
