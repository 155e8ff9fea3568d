import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { MailIcon } from '../icon/icons.ts';
import { text } from '../story-text.ts';
import { TextField } from './text-field.tsx';

const meta = {
  title: 'Fields/TextField',
  component: TextField,
  args: { label: 'Full name', name: 'name' },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 360 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof TextField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const Filled: Story = { args: { defaultValue: 'Amara Okafor', hint: 'As your frens call you.' } };
export const Required: Story = { args: { required: true, label: 'Username' } };
export const Invalid: Story = {
  args: {
    required: true,
    label: 'Username',
    defaultValue: 'am',
    error: 'Username must be at least 3 characters',
    hint: 'Letters, digits, dot, dash and underscore.',
  },
};
export const WithIcon: Story = {
  args: { label: 'Email', type: 'email', icon: <MailIcon />, placeholder: 'you@example.org' },
};
export const Password: Story = {
  args: { label: 'Password', type: 'password', defaultValue: 'bamboo forest' },
};
export const Disabled: Story = { args: { disabled: true, defaultValue: 'Amara Okafor' } };
export const HiddenLabel: Story = { args: { hideLabel: true, placeholder: 'Full name' } };
export const LongText: Story = {
  args: {
    label: text.longSentence,
    hint: text.longSentence,
    error: text.longSentence,
    defaultValue: text.longName,
  },
};
export const RightToLeft: Story = {
  globals: { direction: 'rtl' },
  args: {
    label: text.arabicTitle,
    hint: text.arabicText,
    icon: <MailIcon />,
    type: 'password',
    defaultValue: 'مرحبا',
  },
};
