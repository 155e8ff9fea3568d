import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { text } from '../story-text.ts';
import { Tab, TabList, TabPanel, Tabs } from './tabs.tsx';

const meta = {
  title: 'Structure/Tabs',
  component: Tabs,
  subcomponents: { TabList, Tab, TabPanel },
} satisfies Meta<typeof Tabs>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Dashboard: Story = {
  render: () => (
    <Tabs defaultValue="matchmaker">
      <TabList label="Dashboard">
        <Tab value="matchmaker">Matchmaker</Tab>
        <Tab value="matches" count={2}>
          Your matches
        </Tab>
        <Tab value="connections" count={14}>
          Connections
        </Tab>
        <Tab value="archive" disabled>
          Archive
        </Tab>
      </TabList>
      <TabPanel value="matchmaker">{text.bio}</TabPanel>
      <TabPanel value="matches">Two requests wait for you.</TabPanel>
      <TabPanel value="connections">Your frens.</TabPanel>
    </Tabs>
  ),
};
export const Fill: Story = {
  render: () => (
    <Tabs defaultValue="login">
      <TabList label="Sign in or join" fit="fill">
        <Tab value="login">Login</Tab>
        <Tab value="join">Sign Up</Tab>
      </TabList>
      <TabPanel value="login">Welcome back.</TabPanel>
      <TabPanel value="join">Nice to meet you.</TabPanel>
    </Tabs>
  ),
};
export const Overflowing: Story = {
  render: () => (
    <div style={{ maxWidth: 320 }}>
      <Tabs defaultValue="Timeline">
        <TabList label="Panda">
          {['Timeline', 'Posts', 'Reviews', 'Analytics', text.longWord].map((name) => (
            <Tab key={name} value={name}>
              {name}
            </Tab>
          ))}
        </TabList>
        <TabPanel value="Timeline">{text.bio}</TabPanel>
      </Tabs>
    </div>
  ),
};
export const RightToLeft: Story = { ...Dashboard, globals: { direction: 'rtl' } };
