import { Amount } from './amount/amount.tsx';
import { Avatar } from './avatar/avatar.tsx';
import { Badge } from './badge/badge.tsx';
import { BarChart } from './bar-chart/bar-chart.tsx';
import { Button } from './button/button.tsx';
import { Card } from './card/card.tsx';
import { Chip } from './chip/chip.tsx';
import { CopyField } from './copy-field/copy-field.tsx';
import { Detail, DetailList } from './detail-list/detail-list.tsx';
import { EmptyState } from './empty-state/empty-state.tsx';
import { ErrorState } from './error-state/error-state.tsx';
import { FilterBar } from './filter-bar/filter-bar.tsx';
import { IconButton } from './icon-button/icon-button.tsx';
import { describeComponent } from './internal/describe-component.tsx';
import { Cluster, Container, Grid, Section, Stack } from './layout/layout.tsx';
import { Logo } from './logo/logo.tsx';
import { Notice } from './notice/notice.tsx';
import { AmountField, NumberField } from './number-field/number-field.tsx';
import { PageHeader } from './page-header/page-header.tsx';
import { Panda } from './panda/panda.tsx';
import { PandaScene } from './panda/panda-scene.tsx';
import { Progress } from './progress/progress.tsx';
import { RadarChart } from './radar-chart/radar-chart.tsx';
import { RadioCards } from './radio-cards/radio-cards.tsx';
import { RangeField } from './range-field/range-field.tsx';
import { SelectField } from './select-field/select-field.tsx';
import { Skeleton } from './skeleton/skeleton.tsx';
import { SkipLink } from './skip-link/skip-link.tsx';
import { Spinner } from './spinner/spinner.tsx';
import { Stat } from './stat/stat.tsx';
import { pandas, people, text } from './story-text.ts';
import { Switch } from './switch/switch.tsx';
import { TabList, Tabs } from './tabs/tabs.tsx';
import { Heading, Text } from './text/text.tsx';
import { TextArea } from './text-area/text-area.tsx';
import { TextField } from './text-field/text-field.tsx';
import { TimeChart } from './time-chart/time-chart.tsx';
import { Toast, ToastRegion } from './toast/toast.tsx';
import { VisuallyHidden } from './visually-hidden/visually-hidden.tsx';

const panda = pandas[0]!;
const input = (container: HTMLElement) => container.querySelector('input');

describeComponent('Amount', Amount, { props: { value: '12.50', unit: 'BAMBOO' } });
describeComponent('Avatar', Avatar, { props: { name: people[0].name, online: true } });
describeComponent('Badge', Badge, { props: { children: 'Open' } });
describeComponent('BarChart', BarChart, {
  props: { label: 'Score', bars: [{ label: 'Quiz', value: 50 }], valueText: String },
});
describeComponent('Button', Button, { props: { children: 'Join' } });
describeComponent('Button as a link', Button, {
  props: { asChild: true, children: <a href="#join">Join</a> },
});
describeComponent('Card', Card, { props: { children: text.bio } });
describeComponent('Chip', Chip, { props: { trait: 'warmth' as const, children: 'Warmth', value: 80 } });
describeComponent('Cluster', Cluster, { props: { children: text.bio } });
describeComponent('Container', Container, { props: { children: text.bio } });
describeComponent('DetailList', DetailList, { props: { children: <Detail term="Name">Amara</Detail> } });
describeComponent('EmptyState', EmptyState, { props: text.empty });
describeComponent('ErrorState', ErrorState, {
  props: { title: text.error.title, retryLabel: text.error.retry, onRetry: () => {} },
});
describeComponent('FilterBar', FilterBar, {
  props: { filters: <SelectField label="Age" options={[{ value: '', label: 'Any age' }]} /> },
});
describeComponent('Grid', Grid, { props: { children: text.bio } });
describeComponent('Heading', Heading, { props: { children: text.circle.name } });
describeComponent('IconButton', IconButton, { props: { label: 'Close' } });
describeComponent('Logo', Logo, { props: { name: 'Frens' } });
describeComponent('Notice', Notice, { props: { title: 'Preview', children: text.bio } });
describeComponent('PageHeader', PageHeader, {
  props: { title: 'Circles', description: text.circle.description },
});
describeComponent('Panda', Panda, { props: { pandaId: panda.id, traits: panda.traits, name: panda.name } });
describeComponent('PandaScene', PandaScene, {
  props: { scene: 'waving' as const },
  root: (container) => container.querySelector('img'),
});
describeComponent('Progress', Progress, { props: { label: 'Lab 3 of 11', value: 27, valueText: '27%' } });
describeComponent('RadarChart', RadarChart, {
  props: { label: 'Warmth 80', points: [{ label: 'Warmth', value: 80, hue: 'persimmon' as const }] },
});
describeComponent('RadioCards', RadioCards, {
  props: {
    label: 'Circle type',
    options: [{ value: 'open', label: 'Open', description: 'Anyone can join' }],
  },
});
describeComponent('Section', Section, { props: { children: text.bio } });
describeComponent('Skeleton', Skeleton, { props: { lines: 3 } });
describeComponent('SkipLink', SkipLink, { props: { href: '#main', children: 'Skip to the content' } });
describeComponent('Spinner', Spinner, { props: {} });
describeComponent('Stack', Stack, { props: { children: text.bio } });
describeComponent('Stat', Stat, { props: { value: '14', label: 'Connections' } });
describeComponent('Switch', Switch, {
  props: { label: 'Show my age', hint: 'Off: nobody sees it.' },
  rest: input,
});
describeComponent('Tabs', Tabs, { props: { children: <TabList label="Panda" /> } });
describeComponent('Text', Text, { props: { children: text.bio } });
describeComponent('TimeChart', TimeChart, {
  props: {
    points: [
      { at: 1, value: 1 },
      { at: 2, value: 3 },
    ],
    label: 'Score',
    timeText: String,
    valueText: String,
    tableLabels: { open: 'As a table', time: 'Day', value: 'Score' },
  },
});
describeComponent('Toast', Toast, { props: { title: 'Joined Circle!', onDismiss: () => {} } });
describeComponent('ToastRegion', ToastRegion, { props: { label: 'Notifications' } });
describeComponent('VisuallyHidden', VisuallyHidden, { props: { children: 'For screen readers' } });
describeComponent('AmountField', AmountField, { props: { label: 'Amount', unit: 'BAMBOO' }, rest: input });
describeComponent('CopyField', CopyField, {
  props: { label: 'Link', value: 'https://frens.example' },
  rest: input,
});
describeComponent('NumberField', NumberField, { props: { label: 'Age' }, rest: input });
describeComponent('RangeField', RangeField, {
  props: { label: 'Zoom', value: 100, valueText: '100 %', onValueChange: () => {} },
  rest: input,
});
describeComponent('SelectField', SelectField, {
  props: { label: 'Gender', options: [{ value: 'female', label: 'Woman' }] },
  rest: (container) => container.querySelector('select'),
});
describeComponent('TextArea', TextArea, {
  props: { label: 'Bio' },
  rest: (container) => container.querySelector('textarea'),
});
describeComponent('TextField', TextField, {
  props: { label: 'Name', hint: 'As your frens call you.' },
  rest: input,
});
