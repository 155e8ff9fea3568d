import { expect, screen, userEvent, waitFor } from 'storybook/test';
import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { InfoIcon } from '../icon/icons.ts';
import { IconButton } from '../icon-button/icon-button.tsx';
import { text } from '../story-text.ts';
import { Tooltip } from './tooltip.tsx';

const meta = {
  title: 'Overlays/Tooltip',
  component: Tooltip,
  argTypes: { content: { control: false }, side: { control: false } },
  args: {
    content: 'Your score grows with backers and frens',
    children: (
      <IconButton label="How the score is made up" variant="secondary">
        <InfoIcon />
      </IconButton>
    ),
  },
  decorators: [
    (Story) => (
      <div style={{ padding: '5rem' }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof Tooltip>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Closed: Story = {};
export const OnFocus: Story = {
  play: async () => {
    await userEvent.tab();
    await waitFor(() => expect(screen.getByRole('tooltip')).toBeVisible());
  },
};
export const LongText: Story = { ...OnFocus, args: { content: text.longSentence, side: 'bottom' } };
