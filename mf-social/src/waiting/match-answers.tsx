import type { ReceivedMatch } from '@frens/contract';
import { Button, useTranslation } from '@frens/platform';
import { SayHello } from '../members/say-hello.tsx';
import { useAnswers } from './answers.ts';
import { useAnswerMatch } from './match-actions.ts';
import { RowAnswers } from './row-answers.tsx';

/** Accepts or declines an introduction. After accepting, the member can change their mind until the other answers (D25). */
export function MatchAnswers({ match }: { match: ReceivedMatch }) {
  const { t } = useTranslation('mf-social');
  const { start, greeted } = useAnswers();
  const yes = useAnswerMatch(match, 'accepted');
  const no = useAnswerMatch(match, 'declined');
  const { id, other, myAnswer } = match;
  const { name } = other;
  const hasSaidYes = myAnswer === 'accepted';
  const change = hasSaidYes ? 'changeMind' : 'decline';
  return (
    <RowAnswers
      id={id}
      about={name}
      outcomes={{
        friends: {
          outcome: t('dashboard.answered.accept'),
          next: greeted === other.id ? null : <SayHello friend={other} />,
        },
      }}
      answers={{
        yes: {
          label: t('dashboard.matches.accept'),
          name: t('dashboard.matches.acceptLabel', { name }),
          outcome: t('dashboard.matches.yes.title'),
          send: async () => ((await yes.runAsync()).status === 'accepted' ? 'friends' : 'yes'),
          isPast: hasSaidYes,
          next:
            match.status === 'pending' ? (
              <Button
                size="sm"
                variant="ghost"
                aria-label={t('dashboard.matches.changeMindLabel', { name })}
                onClick={() => start(id, no.runAsync, 'no')}
              >
                {t('dashboard.matches.changeMind')}
              </Button>
            ) : null,
        },
        no: {
          label: t(`dashboard.matches.${change}`),
          name: t(`dashboard.matches.${change}Label`, { name }),
          outcome: t('dashboard.answered.no'),
          send: no.runAsync,
        },
      }}
    />
  );
}
