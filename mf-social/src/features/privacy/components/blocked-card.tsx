import type { Block } from '@frens/contract';
import { formatDay } from '@frens/contract/formats';
import { memberPicture } from '@frens/contract/picture-files';
import {
  Avatar,
  Button,
  currentLanguage,
  itemsOf,
  LoadError,
  LoadMore,
  Spinner,
  Text,
  UserText,
  useInfiniteQuery,
  useTranslation,
} from '@frens/platform';
import { useFocusFallback } from '../../../lists/use-focus-fallback.ts';
import { TitledCard } from '../../../titled-card.tsx';
import { blocksQuery, useUnblock } from '../blocks.queries.ts';
import styles from './blocked-card.module.css';

/** Blocked members, each with an unblock button (D23). */
export function BlockedCard() {
  const { t } = useTranslation('mf-social');
  const pages = useInfiniteQuery(blocksQuery);
  const blocks = itemsOf(pages.data);
  return (
    <div id="blocked">
      <TitledCard texts="privacy.blocked">
        {blocks ? (
          <>
            <BlockedList blocks={blocks} />
            <LoadMore pages={pages} />
          </>
        ) : null}
        {!blocks && pages.error ? (
          <LoadError query={pages} title={t('privacy.blocked.error')} headingLevel={3} />
        ) : null}
        {blocks || pages.error ? null : <Spinner label={t('privacy.blocked.loading')} />}
      </TitledCard>
    </div>
  );
}

function BlockedList({ blocks }: { blocks: Block[] }) {
  const { t } = useTranslation('mf-social');
  const unblock = useUnblock();
  const list = useFocusFallback<HTMLDivElement>(blocks.length);
  return (
    <div ref={list} tabIndex={-1}>
      {blocks.length === 0 ? <Text tone="muted">{t('privacy.blocked.empty')}</Text> : null}
      <ul aria-label={t('privacy.blocked.title')} className={styles.list}>
        {blocks.map((block) => (
          <BlockedRow key={block.userId} block={block} action={unblock} />
        ))}
      </ul>
    </div>
  );
}

function BlockedRow({ block, action }: { block: Block; action: ReturnType<typeof useUnblock> }) {
  const { t } = useTranslation('mf-social');
  const name = block.name ?? t('privacy.blocked.nameless');
  const isOwn = action.variables?.userId === block.userId;
  return (
    <li className={styles.row}>
      <Avatar
        decorative
        name={block.name ?? ''}
        size="sm"
        {...memberPicture({ profileImage: '', pandaImage: null })}
      />
      <div className={styles.words}>
        <Text weight="bold">
          <UserText>{name}</UserText>
        </Text>
        <Text size="sm" tone="muted">
          {block.username === null ? null : `@${block.username} · `}
          {t('privacy.blocked.since', { date: formatDay(currentLanguage(), block.createdAt) })}
        </Text>
      </div>
      <Button
        size="sm"
        variant="secondary"
        aria-label={t('privacy.blocked.liftLabel', { name })}
        loading={action.isPending && isOwn}
        onClick={() => action.run(block)}
      >
        {t('privacy.blocked.lift')}
      </Button>
    </li>
  );
}
