import { useState } from 'react';
import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { text } from '../story-text.ts';
import { RangeField, type RangeFieldProps } from './range-field.tsx';

const meta = {
  title: 'Fields/RangeField',
  component: RangeField,
  argTypes: { value: { control: false }, valueText: { control: false } },
  args: { label: 'Zoom', value: 150, valueText: '150 %', min: 100, max: 400, onValueChange: () => {} },
  render: (args) => <Held {...args} />,
} satisfies Meta<typeof RangeField>;
export default meta;
type Story = StoryObj<typeof meta>;

/** Holds the value, like every caller. */
function Held(props: RangeFieldProps) {
  const [value, setValue] = useState(props.value);
  return (
    <RangeField
      {...props}
      value={value}
      valueText={`${value} %`}
      onValueChange={(change) => setValue(change.value)}
    />
  );
}

export const Middle: Story = {};
export const WithHint: Story = { args: { hint: 'Plus and minus work as well.' } };
export const Disabled: Story = { args: { disabled: true } };
export const RightToLeft: Story = { globals: { direction: 'rtl' }, args: { label: text.arabicTitle } };
