import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { MailsPage } from '../../.storybook/docs/mails-page.tsx';

const meta = {
  title: 'Foundations/Mails',
  // Each mail is a document in an iframe, which axe cannot inspect.
  parameters: { a11y: { options: { iframes: false } } },
} satisfies Meta;
export default meta;

export const All: StoryObj = {
  name: 'All emails',
  render: (_args, { globals }) => (
    <MailsPage
      language={globals['language'] === 'es' ? 'es' : 'en'}
      theme={globals['theme'] === 'dark' ? 'dark' : 'light'}
    />
  ),
};
