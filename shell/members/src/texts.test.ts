import { expect, it, vi } from 'vitest';
import { withMemberTexts } from './texts.ts';

it('fails once when its own texts and the shared ones are both lost', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const lost = async () => {
    throw new Error('Loading chunk 854 failed');
  };
  const { en } = withMemberTexts({ en: lost }, { safety: { en: lost } });
  await expect(en()).rejects.toThrow('Loading chunk');
  await new Promise((resolve) => setTimeout(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
