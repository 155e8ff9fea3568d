import type { MadeMatch, Person, PublicUser } from '@frens/contract';
import { useTranslation } from '@frens/platform';
import { useDelayedSends } from '../../../members/use-delayed-sends.ts';
import { Answers } from '../../../waiting/answers.ts';
import { useWithdrawMatch } from '../../../waiting/match-actions.ts';
import { MemberRow } from '../../../waiting/member-row.tsx';
import { RowAnswers } from '../../../waiting/row-answers.tsx';
import { WaitingPanel } from '../../../waiting/waiting-panel.tsx';
import { CircleRequestRow, IntroductionRow, InvitationRow } from '../../../waiting/waiting-rows.tsx';

/** Items between the member and a person that await an answer, except requests and messages; answered here as on the home. */
export function WaitingBetween({ person }: { person: Person }) {
  const { t } = useTranslation('mf-social');
  const answers = useDelayedSends();
  const { introductions, made, invitations, circleRequests } = person.waiting;
  return (
    <Answers value={answers}>
      <WaitingPanel
        title={t('person.waiting.title', { name: person.name })}
        rows={[
          ...introductions.map((one) => ({
            id: one.id,
            row: <IntroductionRow key={one.id} match={one} on={person} />,
          })),
          ...invitations.map((one) => ({ id: one.id, row: <InvitationRow key={one.id} circle={one} /> })),
          ...circleRequests.map((one) => ({
            id: one.request.id,
            row: <CircleRequestRow key={one.request.id} one={one} />,
          })),
          ...made.flatMap((one) => {
            // If the other person is no longer visible to the member, only the history lists the introduction.
            const other = one.user1?.id === person.id ? one.user2 : one.user1;
            if (!other) return [];
            return { id: one.id, row: <MadeRow key={one.id} match={one} person={person} other={other} /> };
          }),
        ]}
      />
    </Answers>
  );
}

/** An introduction that the member made for this person. */
function MadeRow({ match, person, other }: { match: MadeMatch; person: Person; other: PublicUser }) {
  const { t } = useTranslation('mf-social');
  const withdraw = useWithdrawMatch(match, 'row');
  const { id, message } = match;
  const { name } = other;
  return (
    <MemberRow
      member={other}
      detail={t('person.waiting.made', { name: person.name })}
      note={message}
      actions={
        <RowAnswers
          id={id}
          about={name}
          answers={{
            withdraw: {
              label: t('dashboard.matchmaker.history.withdraw'),
              name: t('dashboard.matchmaker.history.withdrawLabel', { one: person.name, other: name }),
              outcome: t('dashboard.answered.withdraw'),
              send: withdraw.runAsync,
            },
          }}
        />
      }
    />
  );
}
