import type { Preview } from 'storybook-react-rsbuild';
import '../tokens/index.css';
import './preview.css';
import { DesignSystemProvider } from '../src/provider/provider.tsx';

const preview: Preview = {
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: {
        title: 'Theme',
        icon: 'mirror',
        items: [
          { value: 'light', title: 'Light', icon: 'sun' },
          { value: 'dark', title: 'Dark', icon: 'moon' },
          { value: 'system', title: 'System' },
        ],
        dynamicTitle: true,
      },
    },
    language: {
      description: 'Language of screens',
      toolbar: {
        title: 'Language',
        icon: 'globe',
        items: [
          { value: 'en', title: 'English' },
          { value: 'es', title: 'Español' },
        ],
        dynamicTitle: true,
      },
    },
    texts: {
      description: 'Texts of members on screens',
      toolbar: {
        title: 'Texts',
        icon: 'paragraph',
        items: [
          { value: 'typical', title: 'As they are' },
          { value: 'long', title: 'As long as they may be' },
        ],
        dynamicTitle: true,
      },
    },
    direction: {
      description: 'Reading direction',
      toolbar: {
        title: 'Direction',
        icon: 'transfer',
        items: [
          { value: 'ltr', title: 'Left to right' },
          { value: 'rtl', title: 'Right to left' },
        ],
        dynamicTitle: true,
      },
    },
  },
  initialGlobals: { theme: 'light', direction: 'ltr', language: 'en', texts: 'typical' },
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
