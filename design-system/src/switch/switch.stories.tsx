import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { text } from '../story-text.ts';
import { Switch } from './switch.tsx';

const meta = {
  title: 'Fields/Switch',
  component: Switch,
  args: { label: 'Show my age', hint: 'Off: nobody sees it and no age filter finds you.' },
} satisfies Meta<typeof Switch>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Off: Story = {};
export const On: Story = { args: { defaultChecked: true } };
export const Disabled: Story = { args: { defaultChecked: true, disabled: true } };
export const LongText: Story = {
  args: { label: text.longName, hint: text.longSentence, defaultChecked: true },
};
export const RightToLeft: Story = {
  globals: { direction: 'rtl' },
  args: { label: text.arabicTitle, hint: text.arabicText, defaultChecked: true },
};
