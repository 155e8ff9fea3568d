import { authDrafts, type ConnectionType, connectionTypeOf, vibes, wishNames } from '@frens/contract/choices';
import {
  Button,
  Card,
  Heading,
  Panda,
  SelectField,
  Text,
  TextField,
  useIsHydrating,
  useNavigate,
  useTranslation,
} from '@frens/platform';
import { chooseVibe, dropDraft, keepDraft, readDraft } from '@frens/platform/internal';
import { type FormEvent, useEffect, useState } from 'react';
import styles from './join-form.module.css';
import { vibeTraits } from './vibes.ts';

/** Name of the draft. */
const draft = 'join';

/** Fills in the sign-up form of /auth, which else keeps what it has. Another address stands there in place of the one that a link was sent to. */
function handOver(email: string, connectionType: ConnectionType): void {
  const before = readDraft(authDrafts.signUp, null)?.values;
  keepDraft(authDrafts.signUp, null, { ...before, connectionType, ...(email ? { email } : {}) });
  const sent = authDrafts.sent['sign-in'];
  if (email && email !== readDraft(sent, null)?.values['to']) dropDraft(sent);
}

/**
 * The hero's form. It sends nothing: email and the choice go into the draft of /auth, the vibe draws a Panda and chooses the quiz's greeting (D51).
 * What stands in it this tab keeps as a visitor's draft (D63). Without scripts the browser sends it to /auth, which fills in the same and keeps nothing.
 */
export function JoinForm() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const [typed, setTyped] = useState(() => readDraft(draft, null)?.values);
  const [isInvalid, setInvalid] = useState(false);
  // The server does not know the draft.
  const shown = useIsHydrating() ? undefined : typed;
  const chosen = vibes.find((name) => name === shown?.['vibe']);
  const vibe = chosen ?? 'creative';
  const wish = wishNames.find((name) => name === shown?.['wish']) ?? 'friends';

  useEffect(() => {
    if (typed) keepDraft(draft, null, typed);
    // Also one chosen before a reload.
    if (chosen) chooseVibe(chosen);
  }, [typed, chosen]);

  const field = (name: 'vibe' | 'wish' | 'email') => ({
    name,
    onChange({ target: { value } }: { target: { value: string } }) {
      setTyped((before) => ({ ...before, [name]: value }));
      setInvalid(false);
    },
  });

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const input: HTMLInputElement = event.currentTarget['email'];
    if (!input.checkValidity()) {
      setInvalid(true);
      input.focus();
      return;
    }
    chooseVibe(vibe);
    handOver(input.value.trim(), connectionTypeOf[wish]);
    navigate('/auth?tab=register');
  }

  return (
    <Card padding="lg" asChild className={styles.root}>
      <form
        method="post"
        action="/auth?tab=register"
        noValidate
        onSubmit={handleSubmit}
        aria-labelledby="join-title"
      >
        <div className={styles.head}>
          <div>
            <Heading level={2} size="md" id="join-title">
              {t('landing.join.title')}
            </Heading>
            <Text size="sm" tone="muted">
              {t('landing.join.text')}
            </Text>
          </div>
          <Panda
            key={vibe}
            pandaId={`vibe-${vibe}`}
            traits={vibeTraits[vibe]}
            name=""
            size="md"
            className={styles.panda}
          />
        </div>
        <SelectField
          label={t('landing.join.vibe')}
          value={vibe}
          {...field('vibe')}
          options={vibes.map((value) => ({ value, label: t(`landing.join.vibeOption.${value}`) }))}
        />
        <SelectField
          label={t('landing.join.lookingFor')}
          value={wish}
          {...field('wish')}
          options={wishNames.map((value) => ({
            value,
            label: t(`landing.join.lookingForOption.${value}`),
          }))}
        />
        <TextField
          label={t('landing.join.email')}
          type="email"
          value={(shown?.['email'] ?? '') as string}
          {...field('email')}
          autoComplete="email"
          placeholder={t('landing.join.emailPlaceholder')}
          error={isInvalid ? t('landing.join.emailInvalid') : undefined}
        />
        <Button type="submit" size="lg" fullWidth>
          {t('landing.join.submit')}
        </Button>
      </form>
    </Card>
  );
}
