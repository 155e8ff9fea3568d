import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Stack } from '../layout/layout.tsx';
import { AmountField, NumberField } from './number-field.tsx';

const meta = {
  title: 'Fields/NumberField',
  component: NumberField,
  subcomponents: { AmountField },
  args: { label: 'Age' },
} satisfies Meta<typeof NumberField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Age: Story = { args: { defaultValue: '29', hint: 'From 18 to 100.' } };
export const Invalid: Story = { args: { defaultValue: '17', error: 'You must be at least 18 years old' } };
export const Amount: Story = {
  render: () => (
    <Stack>
      <AmountField label="Amount" unit="BAMBOO" defaultValue="25.00" hint="You have 100.00 BAMBOO." />
      <AmountField label="Amount" unit="BAMBOO" error="Please enter a valid BAMBOO amount" />
    </Stack>
  ),
};
