import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { Cluster } from '../layout/layout.tsx';
import { drawNeutralPanda, drawPanda } from '../panda/draw-panda.ts';
import { svgUrl } from '../panda/svg-url.ts';
import { pandas, people } from '../story-text.ts';
import { Avatar } from './avatar.tsx';

const meta = { title: 'Display/Avatar', component: Avatar, args: { name: people[0].name } } satisfies Meta<
  typeof Avatar
>;
export default meta;
type Story = StoryObj<typeof meta>;

const picture = svgUrl(
  drawPanda({ id: pandas[2]?.id ?? '', traits: pandas[2]?.traits ?? pandas[0]!.traits }),
);

export const Initials: Story = {
  render: () => (
    <Cluster>
      {people.map((person) => (
        <Avatar key={person.id} name={person.name} />
      ))}
    </Cluster>
  ),
};
export const Image: Story = { args: { src: picture, size: 'lg' } };
/** Placeholder for members without a visible picture or Panda: the same face for all, on a background derived from the name. */
export const NeutralPanda: Story = {
  render: () => (
    <Cluster>
      {people.map((person) => (
        <Avatar key={person.id} name={person.name} src={svgUrl(drawNeutralPanda())} />
      ))}
    </Cluster>
  ),
};
export const BrokenImage: Story = { args: { src: 'data:image/png;base64,broken', size: 'lg' } };
export const Online: Story = { args: { online: true, size: 'lg' } };
export const Sizes: Story = {
  render: () => (
    <Cluster>
      {(['xs', 'sm', 'md', 'lg', 'xl'] as const).map((size) => (
        <Avatar key={size} name={people[1].name} size={size} online />
      ))}
    </Cluster>
  ),
};
