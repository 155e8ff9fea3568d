import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Card } from '../card/card.tsx';
import { Stack } from '../layout/layout.tsx';
import { text } from '../story-text.ts';
import { Heading, Text } from '../text/text.tsx';
import { UserText } from './user-text.tsx';

const meta = {
  title: 'Display/UserText',
  component: UserText,
  args: { children: text.bio },
} satisfies Meta<typeof UserText>;
export default meta;
type Story = StoryObj<typeof meta>;

/** A right-to-left name keeps its place in the sentence, and so does the age after it. */
export const Inline: Story = {
  render: () => (
    <Text>
      <UserText>فاطمة الزهراء!</UserText>, 26
    </Text>
  ),
};

export const Block: Story = { args: { block: true } };

/** Each paragraph starts on the side of its language. */
export const Directions: Story = {
  render: () => (
    <Stack>
      <UserText block>{text.bio}</UserText>
      <UserText block>أجمع المقاعد العامة في دفتر صغير، ولا أجلس عليها إلا مع الأصدقاء!</UserText>
      <UserText block>אני אוסף ספסלים במחברת קטנה, ויושב עליהם רק עם חברים!</UserText>
    </Stack>
  ),
};

/** Combining marks are clipped at the text's box, and 998 empty lines collapse to two. */
export const Bounded: Story = {
  render: () => (
    <Stack>
      <Heading level={3}>The line above</Heading>
      <Card>
        <UserText block>{`Z${'\u030b\u0302\u0316'.repeat(12)}${'\n'.repeat(999)}The end`}</UserText>
      </Card>
      <Text>The line below</Text>
    </Stack>
  ),
};

/** A long text shows its first lines; a button expands the rest. */
export const Folded: Story = {
  args: { block: true, children: Array.from({ length: 500 }, (_, line) => `${line + 1}`).join('\n') },
};
