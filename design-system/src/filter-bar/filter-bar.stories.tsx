import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { SearchField } from '../search-field/search-field.tsx';
import { SelectField } from '../select-field/select-field.tsx';
import { FilterBar } from './filter-bar.tsx';

const meta = {
  title: 'Structure/FilterBar',
  component: FilterBar,
  argTypes: { applyLabel: { control: false } },
  args: {
    'aria-label': 'Frens',
    search: <SearchField label="Search by name or occupation…" value="" onValueChange={() => {}} />,
    filters: (
      <>
        <SelectField label="Gender" options={[{ value: '', label: 'All genders' }]} />
        <SelectField label="Age" options={[{ value: '', label: 'Any age' }]} />
      </>
    ),
    activeCount: 1,
    applyLabel: 'Show 24 frens',
    summary: '24 frens',
  },
} satisfies Meta<typeof FilterBar>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Browse: Story = {};
export const SearchOnly: Story = { args: { filters: undefined } };
export const RightToLeft: Story = { globals: { direction: 'rtl' } };
