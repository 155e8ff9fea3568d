import type { Invitation } from '@frens/contract';
import { memberPicture } from '@frens/contract/picture-files';
import { Avatar, brand, Card, Skeleton, Text, useQuery, useSession, useTranslation } from '@frens/platform';
import styles from '../auth.module.css';
import { invitationQuery } from '../invitation.queries.ts';

/** Greets an invited visitor with the inviter's name (D45). */
export function InvitationNote({ code }: { code: string }) {
  const { t } = useTranslation('mf-auth');
  // The code is unknown until hydration.
  const isKnown = useSession().status !== 'loading';
  const { data, isError } = useQuery({ ...invitationQuery(code), enabled: isKnown });
  // Optional: without the greeting, the form still sends the code.
  if (isError) return null;
  return (
    <>
      <Card asChild tone="tint">
        <section className={styles.invitation} aria-label={t('invitation.label')} aria-busy={!data}>
          {data ? <Greeting invitation={data} /> : <Skeleton shape="circle" className={styles.faceless} />}
        </section>
      </Card>
      {isKnown ? null : <NoscriptGreetings />}
    </>
  );
}

function Greeting({ invitation: { isOpen, inviter } }: { invitation: Invitation }) {
  return (
    <>
      {inviter ? <Avatar name={inviter.name} {...memberPicture(inviter)} size="lg" decorative /> : null}
      <Words kind={isOpen ? (inviter ? 'named' : 'open') : 'over'} name={inviter?.name ?? ''} />
    </>
  );
}

const kinds = ['named', 'open', 'over'] as const;

function Words({ kind, name }: { kind: (typeof kinds)[number]; name: string }) {
  const { t } = useTranslation('mf-auth');
  const values = { name, site: brand.site };
  return (
    <div>
      <p className={styles.invitationTitle}>{t(`invitation.${kind}.title`, values)}</p>
      <Text tone="muted">{t(`invitation.${kind}.text`, values)}</Text>
    </div>
  );
}

/**
 * Greetings for browsers without scripts: the server asks what their script would, keeps one of them and replaces the dots by the name
 * (`api/src/middleware/noscript-invitation.ts`).
 */
function NoscriptGreetings() {
  const { t } = useTranslation('mf-auth');
  return kinds.map((kind) => (
    <noscript key={kind} data-filled={kind}>
      <div hidden>
        <Card asChild tone="tint">
          <section aria-label={t('invitation.label')}>
            <Words kind={kind} name="…" />
          </section>
        </Card>
      </div>
    </noscript>
  ));
}
