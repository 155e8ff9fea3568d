import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { text } from '../story-text.ts';
import { Checkbox } from './checkbox.tsx';

const meta = {
  title: 'Fields/Checkbox',
  component: Checkbox,
  args: { label: 'Keep me signed in on this device' },
} satisfies Meta<typeof Checkbox>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Unchecked: Story = {};
export const Checked: Story = { args: { defaultChecked: true, hint: 'For 14 days without a visit.' } };
export const Invalid: Story = { args: { required: true, error: 'Please accept the community guidelines' } };
export const LongText: Story = { args: { label: text.longSentence } };
