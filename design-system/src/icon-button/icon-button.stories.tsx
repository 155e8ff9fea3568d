import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { EllipsisIcon, MenuIcon, XIcon } from '../icon/icons.ts';
import { Cluster } from '../layout/layout.tsx';
import { IconButton } from './icon-button.tsx';

const meta = {
  title: 'Actions/IconButton',
  component: IconButton,
  args: { label: 'Menu', children: <MenuIcon /> },
} satisfies Meta<typeof IconButton>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Ghost: Story = {};
export const Secondary: Story = { args: { variant: 'secondary' } };
export const Sizes: Story = {
  render: () => (
    <Cluster>
      <IconButton label="Close" size="sm">
        <XIcon />
      </IconButton>
      <IconButton label="More" size="md">
        <EllipsisIcon />
      </IconButton>
    </Cluster>
  ),
};
export const Disabled: Story = { args: { disabled: true } };
