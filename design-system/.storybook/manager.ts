import { addons } from 'storybook/manager-api';
import { create } from 'storybook/theming';

const name = 'Frens design system';

// Colours of the light theme (tokens/themes/light.css).
addons.setConfig({
  theme: create({
    base: 'light',
    brandTitle: `<img src="./favicon.svg" alt="" width="24" height="24" style="vertical-align: middle; margin-inline-end: 8px">${name}`,
    brandUrl: './',
    colorPrimary: '#c24a1e',
    colorSecondary: '#2b7a4b',
    appBg: '#f2ede1',
    appBorderColor: '#d9d3c4',
  }),
});

// Storybook appends its own name to every title.
new MutationObserver(() => {
  if (document.title.endsWith('Storybook')) document.title = document.title.replace(/Storybook$/, name);
}).observe(document.head, { childList: true, subtree: true, characterData: true });
