import type { SelfUser } from '@frens/contract';
import { Tab, TabList, TabPanel, Tabs } from '@frens/design-system/tabs';
import { ConfirmEmailNotice } from '@frens/members/confirm-email';
import { homeQuery } from '@frens/members/queries';
import {
  currentLanguage,
  LoadError,
  Notice,
  PageHeader,
  Skeleton,
  Stack,
  useLocation,
  useQuery,
  useSearchParams,
  useSession,
  useTranslation,
} from '@frens/platform';
import { Suspense } from 'react';
import { useFocusOnceTrue } from '../../lists/use-focus-once-true.ts';
import { useDelayedSends } from '../../members/use-delayed-sends.ts';
import { useRemovals } from '../../members/use-removals.ts';
import { Page } from '../../page.tsx';
import { type DashboardTab, dashboardTabs } from '../../paths.ts';
import { Answers } from '../../waiting/answers.ts';
import { DashboardLoading } from './components/dashboard-loading.tsx';
import { FirstVisit } from './components/first-visit.tsx';
import { CompleteProfile, ConnectionsPanel, MatchesPanel } from './components/further-panels.ts';
import { Home } from './components/home.tsx';
import { MatchmakerPanel } from './components/matchmaker-panel.tsx';
import { Overview } from './components/overview.tsx';
import { WaitingCard } from './components/waiting-card.tsx';
import styles from './dashboard.module.css';
import { applyUndoableAnswers, useFirstVisit } from './use-first-visit.ts';

/** The member's home (D69): waiting items, news and suggestions, and below them the specified counters and tabs. */
export function DashboardScreen() {
  const { user } = useSession();
  const { t } = useTranslation('mf-social');
  const query = useQuery(homeQuery(currentLanguage()));
  const { data: home, isPending } = query;
  const answers = useDelayedSends();
  const expected = home && applyUndoableAnswers(home, answers);
  const visit = useFirstVisit(user, home, expected, isPending);
  const isFirst = visit !== null && (visit === 'loading' || !visit.isPutAway);
  const { state } = useLocation();
  const [tab, chooseTab] = useDashboardTab();
  const removals = useRemovals();
  return (
    <Page>
      <Answers
        value={{
          ...answers,
          greeted: (visit && visit !== 'loading' && visit.newFriend?.friend.id) || undefined,
          isFriendSoon: expected?.figures !== home?.figures,
        }}
      >
        <Welcome user={user} isFirst={isFirst} />
        {isPending || !user ? (
          <DashboardLoading />
        ) : (
          <Stack gap="xl" className={styles.parts}>
            {home ? <WaitingCard waiting={home.waiting} tab={tab} /> : null}
            {expected && visit && visit !== 'loading' ? (
              <FirstVisit user={user} home={expected} visit={visit} />
            ) : null}
            {/* The sign-in by link has just removed a password set before anybody confirmed the address (D10). */}
            {state?.passwordRemoved === true ? (
              <Notice tone="warning">{t('dashboard.complete.passwordRemoved')}</Notice>
            ) : null}
            {user.profileComplete ? null : (
              <Suspense fallback={<Skeleton shape="card" />}>
                <CompleteProfile />
              </Suspense>
            )}
            <ConfirmEmailNotice reason="welcome" />
            {home && user.profileComplete ? <Home user={user} home={home} isFirst={isFirst} /> : null}
            {home ? null : <LoadError title={t('dashboard.home.error')} query={query} />}
            <Overview figures={home?.figures} />
            <Tabs value={tab} onValueChange={({ value }) => chooseTab(value)}>
              <TabList label={t('dashboard.tabs.label')}>
                <Tab value="matchmaker">{t('dashboard.tabs.matchmaker')}</Tab>
                <Tab value="matches" count={home?.waiting.introductions.total || undefined}>
                  {t('dashboard.tabs.matches')}
                </Tab>
                <Tab value="connections" count={home?.waiting.requests.total || undefined}>
                  {t('dashboard.tabs.connections')}
                </Tab>
              </TabList>
              <TabPanel value="matchmaker">
                <MatchmakerPanel />
              </TabPanel>
              <TabPanel value="matches">
                <Suspense fallback={<Skeleton shape="card" />}>
                  <MatchesPanel />
                </Suspense>
              </TabPanel>
              <TabPanel value="connections">
                <Suspense fallback={<Skeleton shape="card" />}>
                  <ConnectionsPanel removals={removals} />
                </Suspense>
              </TabPanel>
            </Tabs>
          </Stack>
        )}
      </Answers>
    </Page>
  );
}

/**
 * The welcome, for an unknown member, a first visit, a possible first visit, and any later one. All share one heading element, so that it
 * keeps the focus when the data arrives.
 */
function Welcome({ user, isFirst }: { user: SelfUser | null; isFirst: boolean }) {
  const { t } = useTranslation('mf-social');
  const name = user?.name || user?.username;
  const header = useFocusOnceTrue<HTMLElement>(user?.profileComplete ?? true);
  return (
    <PageHeader
      ref={header}
      className={styles.welcome}
      data-title={t('dashboard.page')}
      title={
        name
          ? // On phones the name takes a line of its own, reserved before it arrives.
            t(isFirst ? 'dashboard.first.title' : 'dashboard.title', { name: `\n${name}` })
          : t('dashboard.titleNameless')
      }
      description={t(isFirst ? 'dashboard.first.intro' : 'dashboard.intro')}
    />
  );
}

/** The chosen tab, stored in the URL; the first tab has the plain URL. */
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
