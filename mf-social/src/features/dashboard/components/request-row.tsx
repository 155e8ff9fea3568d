import type { PendingConnection } from '@frens/contract';
import { formatDay } from '@frens/contract/formats';
import { currentLanguage, useTranslation } from '@frens/platform';
import { type RequestAnswer, useAnswerRequest } from '../../../members/answer-request.ts';
import { SayHello } from '../../../members/say-hello.tsx';
import { MemberRow } from '../../../waiting/member-row.tsx';
import { type RowAnswer, RowAnswers } from '../../../waiting/row-answers.tsx';

/** An open request: to be answered when it came in, to be withdrawn when the member sent it. */
export function RequestRow({ request }: { request: PendingConnection }) {
  const { t } = useTranslation('mf-social');
  const { id, user, direction, note, createdAt } = request;
  const { name } = user;
  const sends = {
    accept: useAnswerRequest(request, 'accept', 'row'),
    decline: useAnswerRequest(request, 'decline', 'row'),
    withdraw: useAnswerRequest(request, 'withdraw', 'row'),
  };
  const answerOf = (answer: RequestAnswer, next?: RowAnswer['next']): RowAnswer => ({
    label: t(`dashboard.requests.${answer}`),
    name: t(`dashboard.requests.${answer}Label`, { name }),
    outcome: t(`dashboard.answered.${answer}`),
    ...(answer === 'accept' ? { meanwhile: t('dashboard.answered.yes') } : {}),
    send: sends[answer].runAsync,
    next,
  });
  const isIncoming = direction === 'incoming';
  const date = formatDay(currentLanguage(), createdAt);
  return (
    <MemberRow
      member={user}
      detail={t(isIncoming ? 'dashboard.requests.asked' : 'dashboard.requests.sent', { date })}
      note={note}
      actions={
        <RowAnswers
          id={id}
          about={name}
          answers={
            isIncoming
              ? { accept: answerOf('accept', <SayHello friend={user} />), decline: answerOf('decline') }
              : { withdraw: answerOf('withdraw') }
          }
        />
      }
    />
  );
}
