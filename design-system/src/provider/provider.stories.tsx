import type { Meta, StoryObj } from 'storybook-react-rsbuild';
import { CopyField } from '../copy-field/copy-field.tsx';
import { DesignSystemProvider } from './provider.tsx';

const meta = {
  title: 'Structure/DesignSystemProvider',
  component: DesignSystemProvider,
  argTypes: { direction: { control: false } },
  args: {
    labels: { copy: 'Copiar', copied: 'Copiado' },
    children: <CopyField label="Tu enlace de invitación" value="https://frens.example/auth?invite=q7Jm2X" />,
  },
} satisfies Meta<typeof DesignSystemProvider>;
export default meta;

export const Spanish: StoryObj<typeof meta> = {};
