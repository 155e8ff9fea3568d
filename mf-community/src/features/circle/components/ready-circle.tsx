import type { Circle, CirclePage } from '@frens/contract';
import { ReportButton } from '@frens/members/safety';
import { SectionCard } from '@frens/members/section-card';
import { useSettle } from '@frens/members/unread';
import {
  Cluster,
  changeItems,
  Link,
  UserText,
  useLocation,
  useNavigate,
  useTranslation,
} from '@frens/platform';
import { useRef } from 'react';
import { listKey } from '../../../circles/circles.queries.ts';
import { readJoinedState } from '../../../circles/use-enter-circle.ts';
import { circlesPath, pandaPath } from '../../../paths.ts';
import { CircleBans } from './circle-bans.tsx';
import { CircleCreated, isNewCircle } from './circle-created.tsx';
import { CircleHead } from './circle-head.tsx';
import { CircleJoined } from './circle-joined.tsx';
import { CircleMembers } from './circle-members.tsx';
import { CirclePosts } from './circle-posts.tsx';
import { CircleRequests } from './circle-requests.tsx';
import { CircleTools } from './circle-tools.tsx';
import styles from './ready-circle.module.css';

/** A circle's page, limited to what the reader may see. */
export function ReadyCircle({ circle }: { circle: CirclePage }) {
  useSettle('circle', circle.id, true);
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const joined = readJoinedState(state);
  // Clears the history state, so that a reload does not celebrate again.
  const endWelcome = () => {
    if (joined) navigate(pathname, { replace: true });
  };
  const box = useRef<HTMLTextAreaElement>(null);
  const isIn = ['member', 'admin', 'owner'].includes(circle.membership);
  return (
    <>
      <CircleHead circle={circle} />
      {isNewCircle(circle) ? <CircleCreated circle={circle} /> : null}
      {isIn && joined ? (
        <CircleJoined circle={circle} joined={joined} onHello={() => box.current?.focus()} />
      ) : null}
      {canAnswerRequests(circle) ? <CircleRequests circle={circle} /> : null}
      {isIn ? <CirclePosts circle={circle} box={box} onPosted={endWelcome} /> : null}
      <div className={styles.columns}>
        <CircleMembers circle={circle} />
        {circle.gatePanda ? <GatePanda panda={circle.gatePanda} /> : null}
      </div>
      {['admin', 'owner'].includes(circle.membership) ? <CircleBans circle={circle} /> : null}
      {isIn ? <CircleTools circle={circle} /> : null}
      {circle.membership === 'owner' ? null : <ReportCircle circle={circle} />}
    </>
  );
}

/** Reports a circle and returns to the list, which excludes it from now on. */
function ReportCircle({ circle: { id, name } }: { circle: CirclePage }) {
  const navigate = useNavigate();
  return (
    <Cluster justify="end">
      <ReportButton
        type="circle"
        id={id}
        name={name}
        onDone={() => {
          navigate(circlesPath, { replace: true });
          changeItems<Circle>(listKey, (one) => (one.id === id ? null : one));
        }}
      />
    </Cluster>
  );
}

/** Whether the reader answers join requests. */
function canAnswerRequests({ circleType, membership }: CirclePage): boolean {
  return circleType === 'invite' && ['admin', 'owner'].includes(membership);
}

function GatePanda({ panda: { id, name, imageUrl } }: { panda: NonNullable<CirclePage['gatePanda']> }) {
  const { t } = useTranslation('mf-community');
  return (
    <SectionCard
      as="aside"
      title={t('circle.gate')}
      size="sm"
      tone="tint"
      align="center"
      className={styles.gate}
    >
      <img className={styles.panda} src={imageUrl} alt="" width={144} height={144} />
      <Link to={pandaPath(id)}>
        <UserText>{name}</UserText>
      </Link>
    </SectionCard>
  );
}
