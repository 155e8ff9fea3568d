import path from 'node:path';
import { rootDir } from '../setup.js';

/**
 * Serves the panel's page for top-level navigations; its frame gets the actual page.
 *
 * @param {import('@rspack/dev-server').RspackDevServer} devServer of a compiler with `panelConfig`
 */
export const panelPage = (devServer) => ({
  name: 'panel',
  middleware(request, response, next) {
    const { 'sec-fetch-dest': destination } = request.headers;
    if (destination !== 'document' || request.method !== 'GET') return next();
    const files = devServer.middleware.context.outputFileSystem;
    const file = path.join(rootDir, 'shell/platform/dist/index.html');
    // Not compiled yet.
    if (!files.existsSync(file)) return next();
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Vary', 'Sec-Fetch-Dest');
    response.end(files.readFileSync(file));
  },
});
