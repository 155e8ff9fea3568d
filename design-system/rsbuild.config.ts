import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

// Used by Storybook only. Class names start with the workspace, as in the apps, to avoid collisions.
export default defineConfig({
  plugins: [pluginReact()],
  output: { cssModules: { localIdentName: 'design-system-[name]-[local]-[hash:base64:4]' } },
});
