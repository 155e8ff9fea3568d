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

/** Timeline, posts, reviews and analytics of a Panda. */
export function PandaTabs({ panda }: { panda: Panda }) {
  const { t } = useTranslation('mf-panda');
  const [toDelete, setToDelete] = useState<PandaContent | null>(null);
  const content = pagedList(
    useInfiniteQuery({ ...contentQuery(panda.id, currentLanguage()), placeholderData: (shown) => shown }),
  );
  return (
    <div>
      {/* Owners start at the posts, where they can write. */}
      <Tabs defaultValue={panda.isMine ? 'posts' : 'timeline'}>
        <TabList label={t('profile.tabs.label', { name: panda.name })}>
          <Tab value="timeline">{t('profile.tabs.timeline')}</Tab>
          <Tab value="posts">{t('profile.tabs.posts')}</Tab>
          <Tab value="reviews">{t('profile.tabs.reviews')}</Tab>
          <Tab value="analytics">{t('profile.tabs.analytics')}</Tab>
        </TabList>
        <TabPanel value="timeline">
          <ContentStates content={content}>
            {(ready) => <Timeline panda={panda} items={ready.items} onDelete={setToDelete} />}
          </ContentStates>
        </TabPanel>
        <TabPanel value="posts">
          <ContentTab panda={panda} type="post" onDelete={setToDelete} />
        </TabPanel>
        <TabPanel value="reviews">
          <ContentTab panda={panda} type="review" onDelete={setToDelete} />
        </TabPanel>
        <TabPanel value="analytics">
          <Analytics panda={panda} content={content} />
        </TabPanel>
      </Tabs>
      <DeleteContent pandaId={panda.id} toDelete={toDelete} onClose={() => setToDelete(null)} />
    </div>
  );
}

interface ContentTabProps {
  panda: Panda;
  type: WrittenType;
  onDelete: (item: PandaContent) => void;
}

/** Content of one type, fetched when its tab opens: the newest items of a popular Panda may all be of another type. */
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
