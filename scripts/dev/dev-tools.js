import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Problems } from './problems.js';
import { logCompilations } from './tell-compilations.js';
import { createStackReader } from './thrown-errors.js';
import { createTypeCheck } from './type-errors.js';

/** Options of both development servers: our own tools report errors, each once (docs/decisions/0149). */
export const quietly = {
  hot: true,
  static: false,
  host: 'localhost',
  // File names stay the same after edits.
  headers: { 'Cache-Control': 'no-store' },
  client: { overlay: false, logging: 'none' },
  devMiddleware: { stats: 'none' },
};

/** Scripts for development pages, by path below `/__dev`. */
const scripts = new Map([
  ['/overlay.js', 'overlay.page.js'],
  ['/events.worker.js', 'events.worker.js'],
]);

/**
 * Overlay and terminal output of a development server.
 *
 * @param {import('@rspack/core').Compiler | import('@rspack/core').MultiCompiler} compiler
 */
export function createDevTools(compiler) {
  const problems = new Problems();
  const types = createTypeCheck(problems);
  logCompilations(compiler, problems, types.edited);
  return {
    problems,
    /** Serves the overlay's script, event stream and endpoints below `/__dev/`. */
    middleware: (devServer) => ({
      name: 'dev-tools',
      path: '/__dev',
      middleware(request, response) {
        if (request.url === '/events') problems.listen(request, response);
        else if (request.url === '/thrown' && request.method === 'POST')
          void tellThrown(request, response, devServer.middleware.context.outputFileSystem);
        else if (scripts.has(request.url)) {
          response.setHeader('Content-Type', 'text/javascript');
          response.end(readFileSync(path.join(import.meta.dirname, scripts.get(request.url))));
        } else {
          response.statusCode = 404;
          response.end();
        }
      },
    }),
    close() {
      types.close();
      problems.close();
    },
  };

  async function tellThrown(request, response, files) {
    let body = '';
    for await (const chunk of request) {
      body += chunk;
      if (body.length > 100_000) return response.destroy();
    }
    const { message = '', stack = '', page = '' } = JSON.parse(body);
    const read = createStackReader(compiler, files)(String(stack));
    problems.say(`✗ ${read.where} threw ${String(message).split('\n')[0]} (on ${page})`);
    response.setHeader('Content-Type', 'application/json');
    return response.end(JSON.stringify(read));
  }
}
