import type { Panda } from '@frens/contract';
import { Tab, TabList, TabPanel, Tabs } from '@frens/design-system/tabs';
import { currentLanguage, pagedList, useInfiniteQuery, useTranslation } from '@frens/platform';
import { contentQuery } from '../panda-profile.queries.ts';
import { Analytics } from './analytics.tsx';
import { ContentOfType } from './content-of-type.tsx';
import { ContentStates } from './content-states.tsx';
import { Timeline } from './timeline.tsx';

/** Timeline, Posts, Reviews and Analytics of a Panda. All read the same content. */
export function PandaTabs({ panda }: { panda: Panda }) {
  const { t } = useTranslation('mf-panda');
  const content = pagedList(
    useInfiniteQuery({ ...contentQuery(panda.id, currentLanguage()), placeholderData: (shown) => shown }),
  );
  return (
    <Tabs defaultValue="timeline">
      <TabList label={t('profile.tabs.label', { name: panda.name })}>
        <Tab value="timeline">{t('profile.tabs.timeline')}</Tab>
        <Tab value="posts">{t('profile.tabs.posts')}</Tab>
        <Tab value="reviews">{t('profile.tabs.reviews')}</Tab>
        <Tab value="analytics">{t('profile.tabs.analytics')}</Tab>
      </TabList>
      <TabPanel value="timeline">
        <ContentStates content={content}>
          {(ready) => <Timeline name={panda.name} items={ready.items} />}
        </ContentStates>
      </TabPanel>
      <TabPanel value="posts">
        <ContentStates content={content}>
          {(ready) => <ContentOfType type="post" content={ready} />}
        </ContentStates>
      </TabPanel>
      <TabPanel value="reviews">
        <ContentStates content={content}>
          {(ready) => <ContentOfType type="review" content={ready} />}
        </ContentStates>
      </TabPanel>
      <TabPanel value="analytics">
        <Analytics panda={panda} content={content} />
      </TabPanel>
    </Tabs>
  );
}
