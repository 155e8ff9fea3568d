import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Stack } from '../layout/layout.tsx';
import { text } from '../story-text.ts';
import { Heading, Text } from './text.tsx';

const meta = { title: 'Foundations/Type', component: Heading, subcomponents: { Text } } satisfies Meta<
  typeof Heading
>;
export default meta;
type Story = StoryObj;

export const Scale: Story = {
  render: () => (
    <Stack gap="lg">
      <Heading level={1} size="hero">
        Find the people you laugh with
      </Heading>
      <Heading level={2} size="2xl">
        How frens connect
      </Heading>
      <Heading level={2} size="xl">
        Discover your Soul Signature
      </Heading>
      <Heading level={2} size="lg">
        Your matches
      </Heading>
      <Heading level={3} size="md">
        {text.circle.name}
      </Heading>
      <Heading level={4} size="sm">
        Voice and tone
      </Heading>
      <Text size="lg">{text.circle.description}</Text>
      <Text measure>{text.bio}</Text>
      <Text size="sm" tone="muted">
        Joined in May, 24 members
      </Text>
      <Text size="xs" tone="muted">
        Request 7f3a-91c2
      </Text>
    </Stack>
  ),
};
export const Spanish: Story = {
  render: () => (
    <Stack>
      <Heading level={1}>Encuentra gente con quien crecer: ¿qué te mueve?</Heading>
      <Text measure>
        Pequeños grupos con algo en común. El lingüista añadió que mañana habrá más compañía, café y niños
        jugando en el jardín.
      </Text>
    </Stack>
  ),
};
export const Clamp: Story = {
  render: () => (
    <div style={{ maxWidth: 280 }}>
      <Text clamp={3}>{`${text.bio} ${text.longSentence}`}</Text>
    </div>
  ),
};
export const LongText: Story = {
  render: () => (
    <div style={{ maxWidth: 280 }}>
      <Heading level={1}>{text.longWord}</Heading>
    </div>
  ),
};
