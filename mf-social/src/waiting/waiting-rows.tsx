import type { Circle, KeptRequest, Person, ReceivedMatch } from '@frens/contract';
import { Button, Link, UserText, useTranslation } from '@frens/platform';
import { circlePath } from '../paths.ts';
import { useAnswers } from './answers.ts';
import { useAnswerCircleRequest, useDeclineCircle, useJoin } from './circle-actions.ts';
import { MatchAnswers } from './match-answers.tsx';
import { MemberRow } from './member-row.tsx';
import { RowAnswers } from './row-answers.tsx';
import styles from './waiting-panel.module.css';

interface IntroductionRowProps {
  match: ReceivedMatch;
  /** Set on a person's page. If they are the introduced member, the row shows the matchmaker. */
  on?: Person;
}

/** An introduction of the member to somebody. */
export function IntroductionRow({ match, on }: IntroductionRowProps) {
  const { t } = useTranslation('mf-social');
  const { get } = useAnswers();
  const { id, other, matchmaker, message, myAnswer } = match;
  const isTheirs = on?.id === other.id;
  const from = isTheirs
    ? t('person.waiting.introduces', { name: other.name })
    : t('dashboard.matches.from', { matchmaker: matchmaker.name });
  return (
    <MemberRow
      member={isTheirs ? matchmaker : other}
      detail={myAnswer && !get(id) ? t('dashboard.matches.secret', { name: other.name }) : from}
      note={message}
      actions={<MatchAnswers match={match} />}
    />
  );
}

/** A friend's invitation into a circle. */
export function InvitationRow({ circle }: { circle: Circle }) {
  const { t } = useTranslation('mf-social');
  const { id, name, description, wayIn } = circle;
  const join = useJoin(id);
  const decline = useDeclineCircle(id);
  if (wayIn.kind !== 'invited') return null;
  const { inviter } = wayIn;
  return (
    <MemberRow
      member={{ ...inviter, online: null }}
      detail={
        <>
          {t('dashboard.waiting.invites')}{' '}
          <Link to={circlePath(id)} className={styles.circle}>
            <UserText>{name}</UserText>
          </Link>
        </>
      }
      note={description}
      actions={
        <RowAnswers
          id={id}
          about={name}
          answers={{
            join: {
              label: t('dashboard.home.circle.join'),
              name: t('dashboard.home.circle.joinLabel', { name }),
              outcome: t('dashboard.answered.join'),
              meanwhile: t('dashboard.answered.yes'),
              send: join.runAsync,
              next: (
                <Button asChild size="sm" variant="secondary">
                  <Link to={`${circlePath(id)}#notices`}>{t('connect.sayHello')}</Link>
                </Button>
              ),
            },
            decline: {
              label: t('dashboard.requests.decline'),
              name: t('dashboard.waiting.declineCircleLabel', { name }),
              outcome: t('dashboard.answered.decline'),
              send: decline.runAsync,
            },
          }}
        />
      }
    />
  );
}

/** A request to join a circle that the member keeps. */
export function CircleRequestRow({ one }: { one: KeptRequest }) {
  const { t } = useTranslation('mf-social');
  const { circle, request } = one;
  const accept = useAnswerCircleRequest(one, 'accept');
  const decline = useAnswerCircleRequest(one, 'decline');
  const { name } = request.user;
  return (
    <MemberRow
      member={request.user}
      detail={t('dashboard.waiting.circleRequest.asks', { circle: circle.name })}
      note={request.note}
      actions={
        <RowAnswers
          id={request.id}
          about={name}
          answers={{
            accept: {
              label: t('dashboard.requests.accept'),
              name: t('dashboard.requests.acceptLabel', { name }),
              outcome: t('dashboard.answered.letIn'),
              meanwhile: t('dashboard.answered.yes'),
              send: accept.runAsync,
            },
            decline: {
              label: t('dashboard.requests.decline'),
              name: t('dashboard.requests.declineLabel', { name }),
              outcome: t('dashboard.answered.decline'),
              send: decline.runAsync,
            },
          }}
        />
      }
    />
  );
}
