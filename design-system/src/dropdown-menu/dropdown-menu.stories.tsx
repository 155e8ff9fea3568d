import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Avatar } from '../avatar/avatar.tsx';
import { Button } from '../button/button.tsx';
import { ChevronDownIcon, LogOutIcon, ShieldIcon, UserIcon } from '../icon/icons.ts';
import { people, text } from '../story-text.ts';
import { DropdownMenu, Menu, MenuItem, MenuLabel, MenuSeparator } from './dropdown-menu.tsx';
import { MenuTrigger } from './menu-trigger.tsx';

const meta = {
  title: 'Overlays/DropdownMenu',
  component: DropdownMenu,
  subcomponents: { Menu, MenuItem, MenuLabel, MenuSeparator, MenuTrigger },
  argTypes: { align: { control: false } },
  parameters: { docs: { story: { inline: false, height: '360px' } } },
  args: {
    defaultOpen: true,
    trigger: (
      <Button
        variant="ghost"
        icon={<Avatar name={people[0].name} size="sm" decorative />}
        iconEnd={<ChevronDownIcon />}
      >
        Amara
      </Button>
    ),
    children: (
      <>
        <MenuLabel>{people[0].name}</MenuLabel>
        <MenuItem asChild icon={<UserIcon />}>
          <a href="#profile">Profile</a>
        </MenuItem>
        <MenuItem icon={<ShieldIcon />} disabled>
          Privacy settings
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<LogOutIcon />} tone="danger">
          Logout
        </MenuItem>
      </>
    ),
  },
  decorators: [
    (Story) => (
      <div style={{ minHeight: 320 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof DropdownMenu>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {};
export const Closed: Story = { args: { defaultOpen: false } };
export const LongText: Story = {
  args: { children: <MenuItem>{text.longSentence}</MenuItem> },
};
export const RightToLeft: Story = { globals: { direction: 'rtl' } };
