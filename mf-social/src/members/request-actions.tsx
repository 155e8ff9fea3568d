import type { PendingConnection } from '@frens/contract';
import { Button, useTranslation } from '@frens/platform';
import { type RequestAnswer, useAnswerRequest } from './answer-request.ts';

/** An open request as far as its answers need it. */
type Request = Pick<PendingConnection, 'id' | 'user'>;

interface RequestActionsProps {
  request: Request;
  size?: 'sm' | 'md';
}

/** Yes or no to who asked. */
export function IncomingActions({ request, size }: RequestActionsProps) {
  const accept = useAnswerRequest(request, 'accept');
  const decline = useAnswerRequest(request, 'decline');
  const isBusy = accept.isPending || decline.isPending;
  return (
    <>
      <AnswerButton answer="accept" request={request} mutation={accept} isBusy={isBusy} size={size} />
      <AnswerButton answer="decline" request={request} mutation={decline} isBusy={isBusy} size={size} />
    </>
  );
}

/** Taking back what one asked. */
export function OutgoingActions({ request, size }: RequestActionsProps) {
  const withdraw = useAnswerRequest(request, 'withdraw');
  return (
    <AnswerButton
      answer="withdraw"
      request={request}
      mutation={withdraw}
      isBusy={withdraw.isPending}
      size={size}
    />
  );
}

interface AnswerButtonProps extends RequestActionsProps {
  answer: RequestAnswer;
  mutation: ReturnType<typeof useAnswerRequest>;
  /** Another answer to the same request is on its way, or this one. */
  isBusy: boolean;
}

function AnswerButton({ answer, request, mutation, isBusy, size = 'sm' }: AnswerButtonProps) {
  const { t } = useTranslation('mf-social');
  return (
    <Button
      size={size}
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
