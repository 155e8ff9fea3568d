import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Button } from '../button/button.tsx';
import { PandaScene } from '../panda/panda-scene.tsx';
import { text } from '../story-text.ts';
import { ErrorState } from './error-state.tsx';

const meta = {
  title: 'Feedback/ErrorState',
  component: ErrorState,
  args: {
    title: text.error.title,
    description: text.error.description,
    retryLabel: text.error.retry,
    onRetry: () => {},
  },
} satisfies Meta<typeof ErrorState>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Retry: Story = { args: { detail: 'Request 7f3a-91c2' } };
export const Retrying: Story = { args: { retrying: true } };
export const NotFound: Story = {
  args: {
    headingLevel: 1,
    illustration: <PandaScene scene="searching" />,
    title: '404 Page Not Found',
    description: 'This path leads nowhere. Your account and your frens are where you left them.',
    onRetry: undefined,
    action: (
      <Button asChild>
        <a href="#home">Back to the home page</a>
      </Button>
    ),
  },
};
export const LongText: Story = { args: { title: text.longName, description: text.longSentence } };
