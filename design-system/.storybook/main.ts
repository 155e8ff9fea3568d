import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { findProject } from '@frens/compose/store';
import { mergeRsbuildConfig } from '@rsbuild/core';
import type { StorybookConfig } from 'storybook-react-rsbuild';
import { rootDir } from '../../scripts/setup.js';
import {
  addAliases,
  collectDocsData,
  designTokenFiles,
  readGuides,
  watchedFolders,
} from '../scripts/docs-data.ts';
import { storyResults } from '../scripts/story-results.ts';

// Pages of components ask for it before the first test, too.
if (!existsSync(storyResults)) {
  mkdirSync(path.dirname(storyResults), { recursive: true });
  writeFileSync(storyResults, 'null');
}

const worker = path.join(
  path.dirname(createRequire(import.meta.url).resolve('msw/package.json')),
  'lib/mockServiceWorker.js',
);

const descriptors: unknown[] = (findProject(rootDir)?.remoteNames ?? []).map((name) =>
  JSON.parse(readFileSync(path.join(rootDir, name, 'remote.json'), 'utf8')),
);

const guides = readGuides();

interface DevelopmentServer {
  use: (answer: (request: IncomingMessage, response: ServerResponse, next: () => void) => void) => unknown;
}

interface IndexGenerator {
  getIndex: () => Promise<{ entries: Parameters<typeof addAliases>[0] }>;
}

/** What Storybook takes besides what its type names. */
interface OtherPresets {
  title: string;
  storyIndexGenerator: (generator: IndexGenerator) => IndexGenerator;
  experimental_devServer: (server: DevelopmentServer) => DevelopmentServer;
}

const config: StorybookConfig & OtherPresets = {
  framework: {
    name: 'storybook-react-rsbuild',
    // A file of stories is built with all that it needs once it is opened, and the template of documentation (docs/decisions/0331). Where what they
    // import lazily waits for a build of its own, each of these has every open page load anew what it lacks.
    options: { builder: { lazyCompilation: { entries: false, test: /(\.stories|docs-page)\.tsx$/ } } },
  },
  // The parts, and every screen of every remote on mocked answers (docs/decisions/0033).
  stories: ['../src/**/*.stories.tsx', '../../mf-*/src/**/*.stories.tsx', '../../shell/src/**/*.stories.tsx'],
  staticDirs: [
    { from: './mock-worker.js', to: '/mockServiceWorker.js' },
    { from: worker, to: '/msw-worker.js' },
    { from: '../../shell/public/favicon.svg', to: '/favicon.svg' },
    { from: storyResults, to: `/${path.basename(storyResults)}` },
  ],
  addons: ['@storybook/addon-a11y', '@storybook/addon-docs'],
  // The type checker is tsc itself; the reader of props must not need the old compiler interface.
  typescript: { check: false, reactDocgen: 'react-docgen' },
  title: 'Frens design system',
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  features: { sidebarOnboardingChecklist: false },
  // A component with a guide has a page, and a screen one of its states.
  experimental_indexers: (indexers = []) =>
    indexers.map((indexer) => ({
      ...indexer,
      createIndex: async (file, options) => {
        const inputs = await indexer.createIndex(file, options);
        const isDocumented =
          path.basename(file, '.stories.tsx') in guides ||
          inputs.some(({ title }) => title?.startsWith('Screens/'));
        return isDocumented
          ? inputs.map((input) => ({ ...input, tags: [...(input.tags ?? []), 'autodocs'] }))
          : inputs;
      },
    })),
  storyIndexGenerator(generator) {
    const getIndex = generator.getIndex.bind(generator);
    generator.getIndex = async () => {
      const index = await getIndex();
      addAliases(index.entries);
      return index;
    };
    return generator;
  },
  // A browser keeps what has not changed: a page of states asks for the same 10 MB in each frame. Storybook's own runtime has no ETag.
  experimental_devServer(server) {
    server.use(({ url }, response, next) => {
      response.setHeader('Cache-Control', url?.startsWith('/sb-preview/') ? 'max-age=60' : 'no-cache');
      next();
    });
    return server;
  },
  // The builder's runtime of `sb.mock`, which no story uses, is a script of the first compilation alone: after an edit each new page waits for it
  // for ever.
  rsbuildFinal: (built, { statsJson }) =>
    mergeRsbuildConfig(built, {
      // What the frame around screens links to (shell/src/testing/story-frame.tsx).
      html: { title: 'Frens design system' },
      output: { minify: !process.env.UNMINIFIED },
      source: { define: { REMOTE_DESCRIPTORS: JSON.stringify(descriptors) } },
      tools: {
        rspack(rspackConfig) {
          rspackConfig.plugins = rspackConfig.plugins.filter(
            (plugin) => plugin?.constructor.name !== 'RspackInjectMockerRuntimePlugin',
          );
          // Pages show the props of parts alone, and reading them is most of a build.
          for (const rule of rspackConfig.module.rules ?? [])
            if (rule && rule !== '...' && String(rule.loader).includes('react-docgen'))
              rule.include = path.join(import.meta.dirname, '../src');
          rspackConfig.module.rules?.push({
            test: path.join(import.meta.dirname, 'docs/data.ts'),
            loader: path.join(import.meta.dirname, 'docs/data-loader.js'),
            options: { collect: collectDocsData, designTokenFiles, folders: watchedFolders },
          });
          // git takes a file away and writes another: a build in between does not find it, and css-loader then never looks again.
          rspackConfig.watchOptions = { ...rspackConfig.watchOptions, aggregateTimeout: 300 };
          // Who imports whom is told of modules that stand alone (scripts/visual).
          if (statsJson)
            rspackConfig.optimization = { ...rspackConfig.optimization, concatenateModules: false };
        },
      },
    }),
};

export default config;
