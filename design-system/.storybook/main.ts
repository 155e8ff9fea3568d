import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { mergeRsbuildConfig } from '@rsbuild/core';
import type { StorybookConfig } from 'storybook-react-rsbuild';
import { rootDir } from '../../scripts/setup.js';
import { findProject } from '../../shell/compose/src/project.ts';

const worker = path.join(
  path.dirname(createRequire(import.meta.url).resolve('msw/package.json')),
  'lib/mockServiceWorker.js',
);

const descriptors: unknown[] = (findProject(rootDir)?.remoteNames ?? []).map((name) =>
  JSON.parse(readFileSync(path.join(rootDir, name, 'remote.json'), 'utf8')),
);

const config: StorybookConfig = {
  framework: 'storybook-react-rsbuild',
  // The parts, and every screen of every remote on mocked answers (docs/decisions/0033).
  stories: ['../src/**/*.stories.tsx', '../../mf-*/src/**/*.stories.tsx', '../../shell/src/**/*.stories.tsx'],
  staticDirs: [{ from: worker, to: '/mockServiceWorker.js' }],
  addons: ['@storybook/addon-a11y', '@storybook/addon-docs'],
  // The type checker is tsc itself; the reader of props must not need the old compiler interface.
  typescript: { check: false, reactDocgen: 'react-docgen' },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  // The builder's runtime of `sb.mock`, which no story uses, is a script of the first compilation alone: after an edit each new page waits for it
  // for ever.
  rsbuildFinal: (built) =>
    mergeRsbuildConfig(built, {
      // What the frame around screens links to (shell/src/testing/story-frame.tsx).
      source: { define: { REMOTE_DESCRIPTORS: JSON.stringify(descriptors) } },
      tools: {
        rspack(rspackConfig) {
          rspackConfig.plugins = rspackConfig.plugins.filter(
            (plugin) => plugin?.constructor.name !== 'RspackInjectMockerRuntimePlugin',
          );
        },
      },
    }),
};

export default config;
