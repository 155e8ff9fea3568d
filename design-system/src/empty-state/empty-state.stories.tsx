import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Button } from '../button/button.tsx';
import { PandaScene } from '../panda/panda-scene.tsx';
import { text } from '../story-text.ts';
import { EmptyState } from './empty-state.tsx';

const meta = {
  title: 'Feedback/EmptyState',
  component: EmptyState,
  args: {
    illustration: <PandaScene scene="waving" />,
    title: text.empty.title,
    description: text.empty.description,
    action: <Button>{text.empty.action}</Button>,
  },
} satisfies Meta<typeof EmptyState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const NoFrens: Story = {};
export const NothingFound: Story = {
  args: {
    illustration: <PandaScene scene="searching" />,
    title: 'No profiles found',
    description: 'Try adjusting your search filters.',
    action: <Button variant="secondary">Clear Filters</Button>,
  },
};
export const Small: Story = {
  args: {
    size: 'sm',
    illustration: <PandaScene scene="sleeping" />,
    title: 'No posts yet from this Panda.',
    description: undefined,
    action: undefined,
  },
};
export const LongText: Story = { args: { title: text.longName, description: text.longSentence } };
