import type { SelfUser } from '@frens/contract';
import { Tab, TabList, TabPanel, Tabs } from '@frens/design-system/tabs';
import {
  ConfirmEmailNotice,
  Notice,
  PageHeader,
  Stack,
  useLocation,
  useSearchParams,
  useSession,
  useTranslation,
} from '@frens/platform';
import { useDeferredValue, useState } from 'react';
import { useFocusOnceTrue } from '../../lists/use-focus-once-true.ts';
import { useRemovals } from '../../members/use-removals.ts';
import { Page } from '../../page.tsx';
import { type DashboardTab, dashboardTabs } from '../../paths.ts';
import { hasLostPassword } from './arrival.ts';
import { CompleteProfile } from './components/complete-profile.tsx';
import { ConnectionsPanel } from './components/connections-panel.tsx';
import { DashboardLoading } from './components/dashboard-loading.tsx';
import { FirstVisit } from './components/first-visit.tsx';
import { Home } from './components/home.tsx';
import { isWaiting, MatchesPanel } from './components/matches-panel.tsx';
import { MatchmakerPanel } from './components/matchmaker-panel.tsx';
import { Overview } from './components/overview.tsx';
import { Waiting } from './components/waiting.tsx';
import styles from './dashboard.module.css';
import { useConnections, useMatches } from './dashboard.queries.ts';
import { useFirstVisit } from './use-first-visit.ts';

/** The member's home: what waits for them, what is theirs and whom they may like, their figures, and matchmaking, matches and connections in tabs. */
export function DashboardScreen() {
  const { user } = useSession();
  return <Page>{user ? <Dashboard user={user} /> : null}</Page>;
}

function Dashboard({ user }: { user: SelfUser }) {
  const { t } = useTranslation('mf-social');
  const visit = useFirstVisit(user);
  const { state } = useLocation();
  const [tab, chooseTab] = useDashboardTab();
  const connections = useConnections();
  const matches = useMatches();
  const removals = useRemovals();
  // The greeting is painted first; the rest, twenty requests of it, comes a frame later.
  const isGreeted = useDeferredValue(true, false);

  const waiting = connections.pending?.filter(({ direction }) => direction === 'incoming').length;
  const { received } = matches;
  const isKnown =
    (connections.pending !== undefined || connections.error !== null) &&
    received.status !== 'loading' &&
    visit !== 'loading';
  const unanswered = received.status === 'ready' ? received.items.filter(isWaiting).length : 0;
  return (
    <>
      <Welcome user={user} visit={visit} />
      {isKnown ? null : <DashboardLoading />}
      {/* All of it loads meanwhile, and shows once nothing that comes above can push the rest away. */}
      {isKnown || isGreeted ? (
        <Stack gap="xl" hidden={!isKnown}>
          <Waiting connections={connections} matches={matches} tab={tab} />
          {visit && visit !== 'loading' ? <FirstVisit user={user} visit={visit} /> : null}
          {hasLostPassword(state) ? (
            <Notice tone="warning">{t('dashboard.complete.passwordRemoved')}</Notice>
          ) : null}
          {user.profileComplete ? null : <CompleteProfile />}
          <ConfirmEmailNotice reason="welcome" />
          {user.profileComplete ? <Home user={user} isFirst={visit !== null} /> : null}
          <Overview connections={connections} matches={matches} />
          <Tabs value={tab} onValueChange={({ value }) => chooseTab(value)}>
            <TabList label={t('dashboard.tabs.label')}>
              <Tab value="matchmaker">{t('dashboard.tabs.matchmaker')}</Tab>
              <Tab value="matches" count={unanswered || undefined}>
                {t('dashboard.tabs.matches')}
              </Tab>
              <Tab value="connections" count={waiting || undefined}>
                {t('dashboard.tabs.connections')}
              </Tab>
            </TabList>
            <TabPanel value="matchmaker">
              <MatchmakerPanel connections={connections} />
            </TabPanel>
            <TabPanel value="matches">
              <MatchesPanel matches={received} />
            </TabPanel>
            <TabPanel value="connections">
              <ConnectionsPanel connections={connections} removals={removals} />
            </TabPanel>
          </Tabs>
        </Stack>
      ) : null}
    </>
  );
}

/** The welcome: of a first visit, or of any later one, and what is true of both until that is known. One heading for both, so that it keeps the focus when it turns out which it is. */
function Welcome({ user, visit }: { user: SelfUser; visit: ReturnType<typeof useFirstVisit> }) {
  const { t } = useTranslation('mf-social');
  const name = user.name || user.username;
  const header = useFocusOnceTrue<HTMLElement>(user.profileComplete);
  const [mayBeFirst] = useState(visit !== null);
  /** Words in the room that longer ones take, which may come in their place: nothing below moves then. */
  const inRoomOf = (longer: string, words: string) =>
    mayBeFirst ? (
      <span className={styles.room} data-longer={longer}>
        <span>{words}</span>
      </span>
    ) : (
      words
    );
  return (
    <PageHeader
      ref={header}
      data-title={t('dashboard.page')}
      title={
        name
          ? inRoomOf(
              t('dashboard.title', { name }),
              t(visit ? 'dashboard.first.title' : 'dashboard.title', { name }),
            )
          : t('dashboard.titleNameless')
      }
      description={inRoomOf(
        t('dashboard.first.intro'),
        t(visit && visit !== 'loading' ? 'dashboard.first.intro' : 'dashboard.intro'),
      )}
    />
  );
}

/** The chosen tab, kept in the address; the first one has the plain address. */
function useDashboardTab(): [DashboardTab, (tab: string) => void] {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('tab');
  const tab = dashboardTabs.find((name) => name === wanted) ?? dashboardTabs[0];
  const choose = (next: string) =>
    setSearch(
      (current) => {
        const changed = new URLSearchParams(current);
        if (next === dashboardTabs[0]) changed.delete('tab');
        else changed.set('tab', next);
        return changed;
      },
      { replace: true },
    );
  return [tab, choose];
}
