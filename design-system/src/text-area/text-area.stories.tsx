import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { text } from '../story-text.ts';
import { TextArea } from './text-area.tsx';

const meta = {
  title: 'Fields/TextArea',
  component: TextArea,
  args: { label: 'Bio', hint: 'What should a new fren know about you?' },
} satisfies Meta<typeof TextArea>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const Filled: Story = { args: { defaultValue: text.bio } };
export const Invalid: Story = {
  args: { defaultValue: text.bio, error: 'Bio must be at most 1,000 characters' },
};
export const TooLong: Story = { args: { value: text.bio, limit: 100, readOnly: true } };
