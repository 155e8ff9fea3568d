import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { text } from '../story-text.ts';
import { SelectField } from './select-field.tsx';

const meta = {
  title: 'Fields/SelectField',
  component: SelectField,
  args: {
    label: 'Gender',
    options: [
      { value: 'female', label: 'Woman' },
      { value: 'male', label: 'Man' },
      { value: 'non-binary', label: 'Non-binary' },
    ],
  },
} satisfies Meta<typeof SelectField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Chosen: Story = { args: { defaultValue: 'non-binary' } };
export const Placeholder: Story = { args: { placeholder: 'Please choose', defaultValue: '' } };
export const Invalid: Story = {
  args: {
    placeholder: 'Please choose',
    defaultValue: '',
    required: true,
    error: 'Please select your gender',
  },
};
export const LongText: Story = { args: { options: [{ value: 'a', label: text.longSentence }] } };
export const RightToLeft: Story = { globals: { direction: 'rtl' }, args: { label: text.arabicTitle } };
