import { useState } from 'react';
import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { SearchField } from './search-field.tsx';

const meta = {
  title: 'Fields/SearchField',
  component: SearchField,
  argTypes: { value: { control: false } },
  args: { label: 'Search by name or occupation…', value: '', onValueChange: () => {} },
  render: function Held(args) {
    const [value, setValue] = useState(args.value);
    return <SearchField {...args} value={value} onValueChange={(change) => setValue(change.value)} />;
  },
} satisfies Meta<typeof SearchField>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const Filled: Story = { args: { value: 'gardener' } };
export const RightToLeft: Story = { globals: { direction: 'rtl' }, args: { value: 'بستان' } };
