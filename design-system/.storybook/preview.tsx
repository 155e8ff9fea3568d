import type { DocsContainerProps } from '@storybook/addon-docs/blocks';
import { lazy, type PropsWithChildren, Suspense } from 'react';
import { FORCE_REMOUNT, STORY_HOT_UPDATED } from 'storybook/internal/core-events';
import { addons } from 'storybook/preview-api';
import type { Preview } from 'storybook-react-rsbuild';
import '../tokens/index.css';
import './preview.css';
// As on the site, before the styles of screens.
import '../../shell/platform/src/part-styles.ts';
import '../../shell/src/testing/story-frame.tsx';
import { DesignSystemProvider } from '../src/provider/provider.tsx';
import { usefulControls } from './docs/props-of.ts';
import { looksAround, setLooks } from './docs/set-looks.ts';
import { pretendMedia } from './pretend-media.ts';

/** Viewports: the narrowest and a common phone, a tablet, a laptop. */
const viewports = Object.fromEntries(
  [
    { width: 320, height: 568, type: 'mobile' },
    { width: 375, height: 667, type: 'mobile' },
    { width: 768, height: 1024, type: 'tablet' },
    { width: 1280, height: 800, type: 'desktop' },
  ].map(({ width, height, type }) => [
    `${width}px`,
    { name: `${width} px`, type, styles: { width: `${width}px`, height: `${height}px` } },
  ]),
);

/** A menu in Storybook's toolbar. */
const toolbar = (
  title: string,
  icon: 'mirror' | 'globe' | 'paragraph' | 'browser' | 'transfer' | 'contrast' | 'lightning',
  choices: Readonly<Record<string, string>>,
) => ({
  description: title,
  toolbar: {
    title,
    icon,
    items: Object.entries(choices).map(([value, label]) => ({ value, title: label })),
    dynamicTitle: true,
  },
});

const docsPage = () => import('./docs/docs-page.tsx');
const Container = lazy(async () => ({ default: (await docsPage()).Container }));
const DocsPage = lazy(async () => ({ default: (await docsPage()).DocsPage }));

/** Storybook's internal record of rendered stories. */
interface PreviewWindow {
  __STORYBOOK_PREVIEW__?: { storyRenders: readonly { id: string; phase?: string }[] };
}

// A hot update aborts a story that is playing, and aborted stories ignore the toolbar: remount them.
const channel = addons.getChannel();
channel.on(STORY_HOT_UPDATED, () =>
  setTimeout(() => {
    // Safe: only one optional field is read.
    const { __STORYBOOK_PREVIEW__: shown } = globalThis as PreviewWindow;
    for (const { id, phase } of shown?.storyRenders ?? [])
      if (phase === 'aborted') channel.emit(FORCE_REMOUNT, { storyId: id });
  }),
);

const preview: Preview = {
  globalTypes: {
    theme: toolbar('Theme', 'mirror', { light: 'Light', dark: 'Dark', system: 'System' }),
    language: toolbar('Language of screens', 'globe', {
      en: 'English',
      es: 'Español',
      pseudo: 'Pseudo: 40 % longer',
    }),
    texts: toolbar('Texts of members on screens', 'paragraph', {
      typical: 'As they are',
      long: 'As long as they may be',
    }),
    frame: toolbar('Frame around screens', 'browser', {
      current: "The site's frame",
      older: 'The older frame',
      none: 'No frame',
    }),
    direction: toolbar('Reading direction', 'transfer', { ltr: 'Left to right', rtl: 'Right to left' }),
    contrast: toolbar('Contrast', 'contrast', { system: 'Contrast of the system', more: 'More contrast' }),
    motion: toolbar('Motion', 'lightning', { system: 'Motion of the system', reduce: 'Reduced motion' }),
  },
  initialGlobals: {
    theme: 'light',
    direction: 'ltr',
    language: 'en',
    texts: 'typical',
    frame: 'current',
    contrast: 'system',
    motion: 'system',
  },
  parameters: {
    layout: 'padded',
    // Otherwise Storybook would report a story with a failed play function as passed.
    throwPlayFunctionExceptions: true,
    a11y: { test: 'error' },
    backgrounds: { disable: true },
    viewport: { options: viewports },
    controls: { expanded: true },
    docs: {
      container: (props: PropsWithChildren<DocsContainerProps>) => (
        <Suspense fallback={null}>
          <Container {...props} />
        </Suspense>
      ),
      page: DocsPage,
    },
    options: {
      storySort: {
        order: [
          'Foundations',
          ['Tokens', 'Type', 'Icons', 'Logo', 'Motion', 'Writing', 'Mails'],
          'Pandas',
          'Actions',
          'Fields',
          '*',
          'Screens',
        ],
      },
    },
  },
  argTypesEnhancers: [usefulControls],
  decorators: [
    (Story, { globals, viewMode }) => {
      const looks = viewMode === 'story' ? { ...globals, ...looksAround() } : globals;
      if (viewMode === 'story') setLooks(document.documentElement, looks);
      pretendMedia({
        'prefers-contrast': globals['contrast'] === 'more' && 'more',
        'prefers-reduced-motion': globals['motion'] === 'reduce' && 'reduce',
      });
      const story = (
        <DesignSystemProvider direction={looks['direction'] === 'rtl' ? 'rtl' : 'ltr'}>
          <Story />
        </DesignSystemProvider>
      );
      if (viewMode === 'story') return story;
      // Stories with different settings share a documentation page.
      return (
        <div className="docs-story-looks" ref={(element) => void (element && setLooks(element, globals))}>
          {story}
        </div>
      );
    },
  ],
};

export default preview;
