import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

// Used by Storybook only. Class names have the same form as in the apps: workspace first, so nothing collides.
export default defineConfig({
  plugins: [pluginReact()],
  output: { cssModules: { localIdentName: 'design-system-[name]-[local]-[hash:base64:4]' } },
});
