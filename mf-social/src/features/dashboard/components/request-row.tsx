import type { PendingConnection } from '@frens/contract';
import { formatDay } from '@frens/contract/formats';
import { Button, currentLanguage, useTranslation } from '@frens/platform';
import { type RequestAnswer, useAnswerRequest } from '../connections.mutations.ts';
import { MemberRow } from './member-row.tsx';

/** An open request: to be answered when it came in, to be withdrawn when the member sent it. */
export function RequestRow({ request }: { request: PendingConnection }) {
  const { t } = useTranslation('mf-social');
  const isIncoming = request.direction === 'incoming';
  const date = formatDay(currentLanguage(), request.createdAt);
  return (
    <MemberRow
      member={request.user}
      detail={t(isIncoming ? 'dashboard.requests.asked' : 'dashboard.requests.sent', { date })}
      note={request.note}
      isShort={!isIncoming}
      actions={isIncoming ? <IncomingActions request={request} /> : <OutgoingActions request={request} />}
    />
  );
}

function IncomingActions({ request }: { request: PendingConnection }) {
  const accept = useAnswerRequest(request, 'accept');
  const decline = useAnswerRequest(request, 'decline');
  const isBusy = accept.isPending || decline.isPending;
  return (
    <>
      <AnswerButton answer="accept" request={request} mutation={accept} isBusy={isBusy} />
      <AnswerButton answer="decline" request={request} mutation={decline} isBusy={isBusy} />
    </>
  );
}

function OutgoingActions({ request }: { request: PendingConnection }) {
  const withdraw = useAnswerRequest(request, 'withdraw');
  return <AnswerButton answer="withdraw" request={request} mutation={withdraw} isBusy={withdraw.isPending} />;
}

interface AnswerButtonProps {
  answer: RequestAnswer;
  request: PendingConnection;
  mutation: ReturnType<typeof useAnswerRequest>;
  /** Another answer to the same request is on its way, or this one. */
  isBusy: boolean;
}

function AnswerButton({ answer, request, mutation, isBusy }: AnswerButtonProps) {
  const { t } = useTranslation('mf-social');
  return (
    <Button
      size="sm"
      variant={answer === 'accept' ? 'primary' : 'secondary'}
      aria-label={t(`dashboard.requests.${answer}Label`, { name: request.user.name })}
      loading={mutation.isPending}
      disabled={isBusy}
      onClick={() => mutation.run()}
    >
      {t(`dashboard.requests.${answer}`)}
    </Button>
  );
}
