import type { PendingConnection } from '@frens/contract';
import { Button, useTranslation } from '@frens/platform';
import { type RequestAnswer, useAnswerRequest } from './answer-request.ts';

/** The fields of an open request that its answers need. */
type Request = Pick<PendingConnection, 'id' | 'user'>;

interface RequestActionsProps {
  request: Request;
}

/** Accepts or declines an incoming request. */
export function IncomingActions({ request }: RequestActionsProps) {
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

/** Withdraws an outgoing request. */
export function OutgoingActions({ request }: RequestActionsProps) {
  const withdraw = useAnswerRequest(request, 'withdraw');
  return <AnswerButton answer="withdraw" request={request} mutation={withdraw} isBusy={withdraw.isPending} />;
}

interface AnswerButtonProps extends RequestActionsProps {
  answer: RequestAnswer;
  mutation: ReturnType<typeof useAnswerRequest>;
  /** An answer to the same request is pending. */
  isBusy: boolean;
}

function AnswerButton({ answer, request, mutation, isBusy }: AnswerButtonProps) {
  const { t } = useTranslation('mf-social');
  return (
    <Button
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
