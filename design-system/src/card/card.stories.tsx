import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Amount } from '../amount/amount.tsx';
import { Avatar } from '../avatar/avatar.tsx';
import { Badge } from '../badge/badge.tsx';
import { Button } from '../button/button.tsx';
import { Chip } from '../chip/chip.tsx';
import { Cluster, Grid, Stack } from '../layout/layout.tsx';
import { Panda } from '../panda/panda.tsx';
import { pandas, people, text } from '../story-text.ts';
import { Heading, Text } from '../text/text.tsx';
import { Card } from './card.tsx';

const meta = { title: 'Structure/Card', component: Card } satisfies Meta<typeof Card>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Members: Story = {
  render: () => (
    <Grid columns={3}>
      {people.slice(0, 3).map((person, index) => (
        <Card key={person.id}>
          <Stack>
            <Cluster gap="md" wrap={false}>
              <Avatar name={person.name} size="lg" online={person.online} decorative />
              <div>
                <Heading level={3}>{person.name}, 29</Heading>
                <Text size="sm" tone="muted">
                  {person.occupation}
                </Text>
              </div>
            </Cluster>
            <Cluster>
              <Badge>{index === 2 ? 'Man' : 'Woman'}</Badge>
            </Cluster>
            <Text clamp={3}>{text.bio}</Text>
            <Cluster gap="xs">
              <Chip hue="bamboo">Gardens</Chip>
              <Chip hue="honey">Hiking</Chip>
              <Chip hue="plum">Murals</Chip>
            </Cluster>
            <Button fullWidth>Connect</Button>
          </Stack>
        </Card>
      ))}
    </Grid>
  ),
};
export const Pandas: Story = {
  render: () => (
    <Grid columns={4}>
      {pandas.slice(0, 4).map((panda) => (
        <Card key={panda.id} interactive padding="sm">
          <Stack gap="sm">
            <Panda pandaId={panda.id} traits={panda.traits} score={panda.score} name="" size="fill" />
            <Heading level={3}>
              <a href="#panda" data-card-link="">
                {panda.name}
              </a>
            </Heading>
            <Cluster justify="between">
              <Badge hue="bamboo">FQ {Math.round(panda.score)}</Badge>
              <Amount size="sm" value="125.00" unit="BAMBOO" />
            </Cluster>
          </Stack>
        </Card>
      ))}
    </Grid>
  ),
};
export const Rows: Story = {
  render: () => (
    <Stack gap="none">
      {pandas.slice(0, 3).map((panda) => (
        <Card key={panda.id} interactive tone="plain" padding="none">
          <Cluster>
            <Panda pandaId={panda.id} traits={panda.traits} score={panda.score} name="" size="md" />
            <a href="#panda" data-card-link="">
              {panda.name}
            </a>
          </Cluster>
        </Card>
      ))}
    </Stack>
  ),
};
export const Tones: Story = {
  render: () => (
    <Grid columns={3}>
      <Card>Surface: one thing on the page.</Card>
      <Card tone="sunken">Sunken: a quiet well.</Card>
      <Card tone="tint">Tint: an invitation.</Card>
    </Grid>
  ),
};
export const LongText: Story = {
  args: { children: `${text.longWord}${text.longWord} ${text.longSentence}` },
};
export const RightToLeft: Story = { ...Members, globals: { direction: 'rtl' } };
