import type { HomeNews, PublicUser } from '@frens/contract';
import { Ago } from '@frens/members/ago';
import { Card, Heading, Link, Text, UserText, useMediaQuery, useTranslation } from '@frens/platform';
import { useId } from 'react';
import { FoldedList } from '../../../lists/folded-list.tsx';
import { MemberAvatar } from '../../../members/member-avatar.tsx';
import { circlePath, helloPath, personPath } from '../../../paths.ts';
import styles from './home.module.css';

/** News from the member's friends and circles; renders nothing without news. */
export function NewsCard({ news }: { news: HomeNews[] }) {
  const { t } = useTranslation('mf-social');
  const title = useId();
  const isWide = useMediaQuery('(min-width: 600px)');
  if (news.length === 0) return null;
  const isOfCircles = news.every(({ kind }) => kind === 'post');
  return (
    <Card asChild className={styles.news}>
      <section aria-labelledby={title}>
        <Heading level={2} size="sm" id={title}>
          {t(isOfCircles ? 'dashboard.home.news.circles' : 'dashboard.home.news.title')}
        </Heading>
        <FoldedList
          labelledBy={title}
          rows={news.map((one) => <NewsRow key={`${one.kind} ${one.id}`} news={one} />)}
          first={isWide ? 4 : 2}
          className={styles.list}
        />
      </section>
    </Card>
  );
}

/** Maps a news item to its author, link and text. */
function describeNews(news: HomeNews): {
  who: Pick<PublicUser, 'name' | 'profileImage' | 'pandaImage'>;
  to: string;
  text?: string;
} {
  if (news.kind === 'post')
    return { who: news.post.author, to: `${circlePath(news.circle.id)}#notices`, text: news.post.text };
  if (news.kind === 'backer') return { who: news.backer, to: personPath(news.backer.username) };
  return { who: news.friend, to: helloPath(news.friend.username) };
}

function NewsRow({ news }: { news: HomeNews }) {
  const { t } = useTranslation('mf-social');
  const { who, to, text } = describeNews(news);
  const { name } = who;
  return (
    <Card asChild interactive tone="plain" padding="none">
      <li className={styles.row}>
        <MemberAvatar member={{ ...who, online: null }} />
        <div className={styles.words}>
          <Link to={to} data-card-link>
            {news.kind === 'post'
              ? t('dashboard.home.news.post', { name, circle: news.circle.name })
              : t(`dashboard.home.news.${news.kind}`, { name })}
          </Link>
          {text ? (
            <UserText block size="sm" clamp={2}>
              {text}
            </UserText>
          ) : null}
          <Text size="sm" tone="muted">
            <Ago time={news.at} />
            {news.kind === 'friend' && !news.hasMessages ? ` · ${t('connect.sayHello')}` : null}
          </Text>
        </div>
      </li>
    </Card>
  );
}
