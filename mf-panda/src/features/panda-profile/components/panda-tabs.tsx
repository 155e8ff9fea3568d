import type { Panda, PandaContent } from '@frens/contract';
import type { WrittenType } from '@frens/contract/choices';
import { Tab, TabList, TabPanel, Tabs } from '@frens/design-system/tabs';
import { currentLanguage, pagedList, useInfiniteQuery, useTranslation } from '@frens/platform';
import { useState } from 'react';
import { contentQuery } from '../panda-profile.queries.ts';
import { Analytics } from './analytics.tsx';
import { ContentOfType } from './content-of-type.tsx';
import { ContentStates } from './content-states.tsx';
import { DeleteContent } from './delete-content.tsx';
import { Timeline } from './timeline.tsx';

/** Timeline, Posts, Reviews and Analytics of a Panda. */
export function PandaTabs({ panda }: { panda: Panda }) {
  const { t } = useTranslation('mf-panda');
  const [asked, setAsked] = useState<PandaContent | null>(null);
  const content = pagedList(
    useInfiniteQuery({ ...contentQuery(panda.id, currentLanguage()), placeholderData: (shown) => shown }),
  );
  return (
    <div>
      {/* One's own begins with what one can do: write. */}
      <Tabs defaultValue={panda.isMine ? 'posts' : 'timeline'}>
        <TabList label={t('profile.tabs.label', { name: panda.name })}>
          <Tab value="timeline">{t('profile.tabs.timeline')}</Tab>
          <Tab value="posts">{t('profile.tabs.posts')}</Tab>
          <Tab value="reviews">{t('profile.tabs.reviews')}</Tab>
          <Tab value="analytics">{t('profile.tabs.analytics')}</Tab>
        </TabList>
        <TabPanel value="timeline">
          <ContentStates content={content}>
            {(ready) => <Timeline panda={panda} items={ready.items} onDelete={setAsked} />}
          </ContentStates>
        </TabPanel>
        <TabPanel value="posts">
          <ContentTab panda={panda} type="post" onDelete={setAsked} />
        </TabPanel>
        <TabPanel value="reviews">
          <ContentTab panda={panda} type="review" onDelete={setAsked} />
        </TabPanel>
        <TabPanel value="analytics">
          <Analytics panda={panda} content={content} />
        </TabPanel>
      </Tabs>
      <DeleteContent pandaId={panda.id} asked={asked} onClose={() => setAsked(null)} />
    </div>
  );
}

interface ContentTabProps {
  panda: Panda;
  type: WrittenType;
  onDelete: (item: PandaContent) => void;
}

/** What is of one type, read when its tab is opened: of a Panda that many write about, the newest may all be of another. */
function ContentTab({ panda, type, onDelete }: ContentTabProps) {
  const content = pagedList(
    useInfiniteQuery({
      ...contentQuery(panda.id, currentLanguage(), type),
      placeholderData: (shown) => shown,
    }),
  );
  return (
    <ContentStates content={content}>
      {(ready) => <ContentOfType panda={panda} type={type} content={ready} onDelete={onDelete} />}
    </ContentStates>
  );
}
