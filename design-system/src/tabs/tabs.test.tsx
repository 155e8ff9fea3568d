import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { violationsIn } from '../internal/describe-component.tsx';
import { Tab, TabList, TabPanel, Tabs, type TabsProps } from './tabs.tsx';

afterEach(cleanup);

function Dashboard(props: TabsProps) {
  return (
    <Tabs {...props}>
      <TabList label="Dashboard">
        <Tab value="matchmaker">Matchmaker</Tab>
        <Tab value="matches" count={2}>
          Your matches
        </Tab>
        <Tab value="connections">Connections</Tab>
      </TabList>
      <TabPanel value="matchmaker">Make matches</TabPanel>
      <TabPanel value="matches">Requests</TabPanel>
      <TabPanel value="connections">Your frens</TabPanel>
    </Tabs>
  );
}

describe('Tabs', () => {
  it('mounts the selected panel only', async () => {
    const user = userEvent.setup();
    const change = vi.fn<(change: { value: string }) => void>();
    const { container } = render(<Dashboard defaultValue="matchmaker" onValueChange={change} />);
    expect(screen.getByRole('tabpanel').textContent).toBe('Make matches');
    await user.click(screen.getByRole('tab', { name: 'Connections' }));
    expect(screen.getByRole('tabpanel').textContent).toBe('Your frens');
    expect(change).toHaveBeenCalledWith({ value: 'connections' });
    expect(await violationsIn(container)).toEqual([]);
  });

  it('moves with the arrow keys and wraps around', async () => {
    const user = userEvent.setup();
    render(<Dashboard defaultValue="matchmaker" />);
    await user.tab();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tabpanel').textContent).toBe('Requests');
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(screen.getByRole('tabpanel').textContent).toBe('Your frens');
  });

  it('is controlled by its value', () => {
    const { rerender } = render(<Dashboard value="matchmaker" />);
    rerender(<Dashboard value="matches" />);
    expect(screen.getByRole('tabpanel').textContent).toBe('Requests');
  });
});
