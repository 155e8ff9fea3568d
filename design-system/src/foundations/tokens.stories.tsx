import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { TokensPage } from '../../.storybook/docs/tokens-page.tsx';

const meta = { title: 'Foundations/Tokens' } satisfies Meta;
export default meta;

export const Tokens: StoryObj = {
  name: 'Colours, space, type, shape, layers',
  render: () => <TokensPage />,
};
