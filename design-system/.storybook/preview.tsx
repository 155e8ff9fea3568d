import type { Preview } from 'storybook-react-rsbuild';
import '../tokens/index.css';
import './preview.css';
import '../../shell/src/testing/story-frame.tsx';
import { DesignSystemProvider } from '../src/provider/provider.tsx';

/** A choice in Storybook's toolbar. */
const toolbar = (
  title: string,
  icon: 'mirror' | 'globe' | 'paragraph' | 'browser' | 'transfer',
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

const preview: Preview = {
  globalTypes: {
    theme: toolbar('Theme', 'mirror', { light: 'Light', dark: 'Dark', system: 'System' }),
    language: toolbar('Language of screens', 'globe', { en: 'English', es: 'Español' }),
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
  },
  initialGlobals: { theme: 'light', direction: 'ltr', language: 'en', texts: 'typical', frame: 'current' },
  parameters: {
    layout: 'padded',
    a11y: { test: 'error' },
    backgrounds: { disable: true },
    controls: { expanded: true },
    options: {
      storySort: {
        order: ['Foundations', ['Colour', 'Type'], 'Pandas', 'Actions', 'Fields', '*', 'Screens'],
      },
    },
  },
  decorators: [
    (Story, { globals }) => {
      const page = document.documentElement;
      if (globals['theme'] === 'system') delete page.dataset['theme'];
      else page.dataset['theme'] = String(globals['theme']);
      page.dir = globals['direction'] === 'rtl' ? 'rtl' : 'ltr';
      page.lang = String(globals['language']);
      return (
        <DesignSystemProvider direction={globals['direction'] === 'rtl' ? 'rtl' : 'ltr'}>
          <Story />
        </DesignSystemProvider>
      );
    },
  ],
};

export default preview;
