import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { people, text } from '../story-text.ts';
import { Detail, DetailList } from './detail-list.tsx';

const meta = {
  title: 'Structure/DetailList',
  component: DetailList,
  subcomponents: { Detail },
} satisfies Meta<typeof DetailList>;
export default meta;
type Story = StoryObj<typeof meta>;

const rows = (
  <>
    <Detail term="Name">{people[0].name}</Detail>
    <Detail term="Email">amara@example.org</Detail>
    <Detail term="Occupation" empty>
      Not set
    </Detail>
    <Detail term="Bio">{text.bio}</Detail>
  </>
);

export const Profile: Story = { args: { children: rows } };
export const TwoColumns: Story = { args: { columns: 2, children: rows } };
export const LongText: Story = {
  args: {
    children: <Detail term={text.longWord}>{`${text.longWord}${text.longWord}${text.longWord}`}</Detail>,
  },
};
