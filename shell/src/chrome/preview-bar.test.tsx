import { startTestTexts, TestProviders } from '@frens/platform/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { PreviewBar } from './preview-bar.tsx';

beforeAll(startTestTexts);
afterEach(cleanup);

const open = (isPublished: boolean) =>
  render(
    <TestProviders path="/groups?q=night">
      <PreviewBar wanted="mf-quiz@0.1.0-a" isPublished={isPublished} />
    </TestProviders>,
  );
const searchOf = (address: string) => Object.fromEntries(new URL(address).searchParams);

it('names what the tab shows, with a link to share and the way out, both to this page', () => {
  open(true);
  const bar = screen.getByRole('complementary', { name: 'Preview' });
  expect(bar.textContent).toContain('This tab shows mf-quiz@0.1.0-a');
  const link = screen.getByRole<HTMLInputElement>('textbox', { name: 'Link to share' });
  expect(searchOf(link.value)).toEqual({ q: 'night', compose: 'mf-quiz@0.1.0-a' });
  const leave = screen.getByRole<HTMLAnchorElement>('link', { name: 'Leave the preview' });
  expect(searchOf(leave.href)).toEqual({ q: 'night', compose: '' });
});

it('says that a version is not there, and offers no link to it', () => {
  open(false);
  expect(screen.getByText(/^mf-quiz@0\.1\.0-a isn’t published here/)).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});
