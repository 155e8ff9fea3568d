import { useRef, useState } from 'react';
import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Button } from '../button/button.tsx';
import { text } from '../story-text.ts';
import { Text } from '../text/text.tsx';
import { Popover, type PopoverProps } from './popover.tsx';

function Opened({ children, ...props }: PopoverProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(true);
  return (
    <div style={{ minHeight: 320 }}>
      <Button ref={anchor} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        News
      </Button>
      {isOpen ? (
        <Popover {...props} anchor={anchor} onClose={() => setOpen(false)}>
          {children}
        </Popover>
      ) : null}
    </div>
  );
}

const meta = {
  title: 'Overlays/Popover',
  component: Popover,
  argTypes: { align: { control: false } },
  parameters: { docs: { story: { inline: false, height: '380px' } } },
  args: {
    label: 'News',
    align: 'start',
    anchor: { current: null },
    onClose: () => {},
    children: <Text>{text.bio}</Text>,
  },
  render: (args) => <Opened {...args} />,
} satisfies Meta<typeof Popover>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Open: Story = {};
export const LongerThanTheWindow: Story = {
  args: {
    children: Array.from({ length: 30 }, (_, index) => (
      <Button key={index} variant="ghost">
        {text.bio.slice(0, 24)}
      </Button>
    )),
  },
};
