import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { LockOpenIcon, SproutIcon, TicketIcon } from '../icon/icons.ts';
import { SearchField } from '../search-field/search-field.tsx';
import { text } from '../story-text.ts';
import { RadioCards } from './radio-cards.tsx';

const meta = {
  title: 'Fields/RadioCards',
  component: RadioCards,
  args: {
    label: 'Circle type',
    defaultValue: 'open',
    options: [
      { value: 'open', label: 'Open', description: 'Anyone can join', icon: <LockOpenIcon /> },
      {
        value: 'invite',
        label: 'Invite only',
        description: 'Members bring new members',
        icon: <TicketIcon />,
      },
      { value: 'stake_gated', label: 'Stake gated', description: 'Joins with a stake', icon: <SproutIcon /> },
    ],
  },
} satisfies Meta<typeof RadioCards>;
export default meta;
type Story = StoryObj<typeof meta>;

export const OneColumn: Story = {};
export const ThreeColumns: Story = { args: { columns: 3 } };
export const Invalid: Story = {
  args: { defaultValue: undefined, required: true, error: 'Please select a circle type' },
};
export const Disabled: Story = {
  args: {
    options: [
      { value: 'open', label: 'Open', description: 'Anyone can join' },
      { value: 'stake_gated', label: 'Stake gated', description: 'Needs a Panda', disabled: true },
    ],
  },
};
export const Compact: Story = {
  args: {
    compact: true,
    columns: 4,
    label: 'Connection type',
    options: ['New frens', 'Group activities', 'Service partners', 'All connections'].map((label) => ({
      value: label,
      label,
    })),
    defaultValue: 'All connections',
  },
};
/** With many options, a search field stands between label and cards. */
export const WithSearch: Story = {
  args: { children: <SearchField label="Find a circle type..." value="" onValueChange={() => {}} /> },
};
export const LongText: Story = {
  args: { options: [{ value: 'open', label: text.longWord, description: text.longSentence }] },
};
export const RightToLeft: Story = { globals: { direction: 'rtl' }, args: { label: text.arabicTitle } };
