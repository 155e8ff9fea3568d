import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { QrCode } from './qr-code.tsx';

const meta = {
  title: 'Display/QrCode',
  component: QrCode,
  args: { value: 'https://frens.example/auth?invite=k3Vd9Qx1LmTz7RwY', label: 'QR code of your link' },
} satisfies Meta<typeof QrCode>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Link: Story = {};
export const Long: Story = { args: { value: `https://frens.example/${'long-'.repeat(60)}` } };
