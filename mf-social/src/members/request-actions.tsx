import type { PendingConnection } from '@frens/contract';
import { Button, useTranslation } from '@frens/platform';
import { type RequestAnswer, useAnswerRequest } from './answer-request.ts';

/** An open request as far as its answers need it. */
type Request = Pick<PendingConnection, 'id' | 'user'>;

interface RequestActionsProps {
  request: Request;
}

/** Yes or no to who asked. */
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

/** Taking back what one asked. */
export function OutgoingActions({ request }: RequestActionsProps) {
  const withdraw = useAnswerRequest(request, 'withdraw');
  return <AnswerButton answer="withdraw" request={request} mutation={withdraw} isBusy={withdraw.isPending} />;
}

interface AnswerButtonProps extends RequestActionsProps {
  answer: RequestAnswer;
  mutation: ReturnType<typeof useAnswerRequest>;
  /** Another answer to the same request is on its way, or this one. */
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
