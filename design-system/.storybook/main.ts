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

// Component pages request the file even before the first test run.
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

/** Presets that Storybook accepts but does not declare. */
interface OtherPresets {
  title: string;
  storyIndexGenerator: (generator: IndexGenerator) => IndexGenerator;
  experimental_devServer: (server: DevelopmentServer) => DevelopmentServer;
}

const config: StorybookConfig & OtherPresets = {
  framework: {
    name: 'storybook-react-rsbuild',
    // Compiles a stories file with all its imports, and the documentation template, when first opened (docs/decisions/0331). If lazy
    // imports were compiled separately, each would reload every open page that lacks it.
    options: { builder: { lazyCompilation: { entries: false, test: /(\.stories|docs-page)\.tsx$/ } } },
  },
  // The components, and every screen of every remote on mocks (docs/decisions/0033).
  stories: ['../src/**/*.stories.tsx', '../../mf-*/src/**/*.stories.tsx', '../../shell/src/**/*.stories.tsx'],
  staticDirs: [
    { from: './mock-worker.js', to: '/mockServiceWorker.js' },
    { from: worker, to: '/msw-worker.js' },
    { from: '../../shell/public/favicon.svg', to: '/favicon.svg' },
    { from: storyResults, to: `/${path.basename(storyResults)}` },
  ],
  addons: ['@storybook/addon-a11y', '@storybook/addon-docs'],
  // tsc checks the types; react-docgen does not need the TypeScript compiler's old API.
  typescript: { check: false, reactDocgen: 'react-docgen' },
  title: 'Frens design system',
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  features: { sidebarOnboardingChecklist: false },
  // Components with a guide get a documentation page, and screens a page of their states.
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
  // Revalidation caches unchanged files: a page of states requests the same 10 MB in each frame. Storybook's own runtime has no ETag.
  experimental_devServer(server) {
    server.use(({ url }, response, next) => {
      response.setHeader('Cache-Control', url?.startsWith('/sb-preview/') ? 'max-age=60' : 'no-cache');
      next();
    });
    return server;
  },
  // Only the first compilation emits the builder's runtime of `sb.mock`, which no story uses: after an edit, new pages would wait for it
  // forever.
  rsbuildFinal: (built, { statsJson }) =>
    mergeRsbuildConfig(built, {
      // The link target of the frame around screens (shell/src/testing/story-frame.tsx).
      html: { title: 'Frens design system' },
      output: { minify: !process.env.UNMINIFIED },
      source: { define: { REMOTE_DESCRIPTORS: JSON.stringify(descriptors) } },
      tools: {
        rspack(rspackConfig) {
          rspackConfig.plugins = rspackConfig.plugins.filter(
            (plugin) => plugin?.constructor.name !== 'RspackInjectMockerRuntimePlugin',
          );
          // Pages show props of design system components only, and react-docgen dominates the build time.
          for (const rule of rspackConfig.module.rules ?? [])
            if (rule && rule !== '...' && String(rule.loader).includes('react-docgen'))
              rule.include = path.join(import.meta.dirname, '../src');
          rspackConfig.module.rules?.push({
            test: path.join(import.meta.dirname, 'docs/data.ts'),
            loader: path.join(import.meta.dirname, 'docs/data-loader.js'),
            options: { collect: collectDocsData, designTokenFiles, folders: watchedFolders },
          });
          // git deletes and rewrites files: a build in between would miss one, and css-loader would never look again.
          rspackConfig.watchOptions = { ...rspackConfig.watchOptions, aggregateTimeout: 300 };
          // The module graph of unconcatenated modules shows all importers (scripts/visual).
          if (statsJson)
            rspackConfig.optimization = { ...rspackConfig.optimization, concatenateModules: false };
        },
      },
    }),
};

export default config;
