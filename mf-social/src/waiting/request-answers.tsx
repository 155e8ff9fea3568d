import type { PendingConnection } from '@frens/contract';
import { useTranslation } from '@frens/platform';
import { type RequestAnswer, useAnswerRequest } from '../members/answer-request.ts';
import { SayHello } from '../members/say-hello.tsx';
import { useAnswers } from './answers.ts';
import { type RowAnswer, RowAnswers } from './row-answers.tsx';

/** Accept and decline for an incoming request, or withdraw for an outgoing one. */
export function RequestAnswers({ request }: { request: PendingConnection }) {
  const { t } = useTranslation('mf-social');
  const { id, user, direction } = request;
  const { name } = user;
  const { greeted } = useAnswers();
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
  return (
    <RowAnswers
      id={id}
      about={name}
      answers={
        direction === 'incoming'
          ? {
              accept: answerOf('accept', greeted === user.id ? null : <SayHello friend={user} />),
              decline: answerOf('decline'),
            }
          : { withdraw: answerOf('withdraw') }
      }
    />
  );
}
