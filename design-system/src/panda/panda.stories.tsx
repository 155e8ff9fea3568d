import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Cluster, Grid, Stack } from '../layout/layout.tsx';
import { pandas } from '../story-text.ts';
import { Text } from '../text/text.tsx';
import { Panda } from './panda.tsx';
import { PandaScene } from './panda-scene.tsx';
import { traits } from './traits.ts';

const first = pandas[0]!;

const meta = {
  title: 'Pandas/Panda',
  component: Panda,
  subcomponents: { PandaScene },
  args: { pandaId: first.id, traits: first.traits, score: first.score, name: first.name },
} satisfies Meta<typeof Panda>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Portrait: Story = { args: { size: 'xl' } };
export const Gallery: Story = {
  render: () => (
    <Grid columns={4}>
      {pandas.map((panda) => (
        <Stack key={panda.id} gap="xs" align="center">
          <Panda pandaId={panda.id} traits={panda.traits} score={panda.score} name="" size="fill" />
          <Text weight="bold">{panda.name}</Text>
          <Text size="sm" tone="muted">
            {traits.map((trait) => `${trait} ${panda.traits[trait]}`).join(', ')}
          </Text>
        </Stack>
      ))}
    </Grid>
  ),
};
export const Sizes: Story = {
  render: () => (
    <Stack>
      <Cluster>
        {pandas.map((panda) => (
          <Panda
            key={panda.id}
            pandaId={panda.id}
            traits={panda.traits}
            name={panda.name}
            size="xs"
            shape="circle"
          />
        ))}
      </Cluster>
      <Cluster>
        {(['xs', 'sm', 'md', 'lg', 'xl'] as const).map((size) => (
          <Panda key={size} pandaId="panda-03" traits={pandas[2]!.traits} name="Dreaming Tide" size={size} />
        ))}
      </Cluster>
    </Stack>
  ),
};
/** Identical traits; only the id differs. */
export const SameTraits: Story = {
  render: () => (
    <Cluster>
      {['anna', 'ben', 'chloe', 'dev', 'elif', 'finn', 'gita', 'hugo'].map((id) => (
        <Panda key={id} pandaId={id} traits={first.traits} score={120} name={id} />
      ))}
    </Cluster>
  ),
};
/** Bamboo grows with the score. */
export const Growth: Story = {
  render: () => (
    <Cluster>
      {[0, 50, 120, 250, 400, 600, 800, 999.9].map((score) => (
        <Stack key={score} gap="xs" align="center">
          <Panda pandaId="panda-08" traits={pandas[7]!.traits} score={score} name={`Score ${score}`} />
          <Text size="sm">{score}</Text>
        </Stack>
      ))}
    </Cluster>
  ),
};
export const Scenes: Story = {
  render: () => (
    <Grid columns={3}>
      {(['waving', 'reading', 'searching', 'sleeping', 'meeting', 'gardening'] as const).map((scene) => (
        <PandaScene key={scene} scene={scene} />
      ))}
    </Grid>
  ),
};
export const Hero: Story = {
  render: () => (
    <div style={{ maxWidth: 640 }}>
      <PandaScene scene="grove" alt="Five pandas sitting together in a bamboo grove" />
    </div>
  ),
};
