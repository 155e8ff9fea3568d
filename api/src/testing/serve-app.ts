import { serve } from '../../../shell/compose/src/testing/serve.ts';
import { type AppOptions, createApp, listenerOf } from '../app.ts';

/** Serves an app on a free port, for tests with their own site, metrics or publishing. */
export const serveApp = (options: AppOptions) => serve(listenerOf(createApp(options)));
