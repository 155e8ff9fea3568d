import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { WritingPage } from '../../.storybook/docs/writing-page.tsx';

const meta = { title: 'Foundations/Writing' } satisfies Meta;
export default meta;

export const Words: StoryObj = { name: 'Glossary, voice and tone', render: () => <WritingPage /> };
