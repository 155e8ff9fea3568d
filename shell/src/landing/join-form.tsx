import { connectionTypeOf, type Vibe, vibes, wishNames } from '@frens/contract/choices';
import {
  Button,
  Card,
  chosenVibe,
  Heading,
  Panda,
  SelectField,
  Text,
  TextField,
  useLocation,
  useNavigate,
  useTranslation,
} from '@frens/platform';
import { chooseVibe } from '@frens/platform/internal';
import { type FormEvent, useState } from 'react';
import styles from './join-form.module.css';
import { vibeTraits } from './vibes.ts';

/**
 * The hero's form. It sends nothing: email and the choice are handed to /auth in memory, the vibe draws a Panda and chooses the quiz's greeting (D51).
 * For whoever goes back they stay in the state of its history entry. Without scripts the browser sends it there, which fills in the same and keeps nothing.
 */
export function JoinForm() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const [vibe, setVibe] = useState<Vibe>(chosenVibe() ?? 'creative');
  const here = useLocation();
  const [isInvalid, setInvalid] = useState(false);

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem('email');
    if (!(input instanceof HTMLInputElement)) return;
    if (!input.checkValidity()) {
      setInvalid(true);
      input.focus();
      return;
    }
    chooseVibe(vibe);
    const chosen = new FormData(event.currentTarget).get('wish');
    const wish = wishNames.find((name) => name === chosen) ?? 'all';
    const email = input.value.trim();
    navigate(here, { replace: true, state: { email, wish } });
    const state = { email, connectionType: connectionTypeOf[wish] };
    navigate('/auth?tab=register', { state });
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
          name="vibe"
          value={vibe}
          onChange={(event) => {
            const chosen = vibes.find((name) => name === event.target.value);
            if (!chosen) return;
            setVibe(chosen);
            chooseVibe(chosen);
          }}
          options={vibes.map((value) => ({ value, label: t(`landing.join.vibeOption.${value}`) }))}
        />
        <SelectField
          label={t('landing.join.lookingFor')}
          name="wish"
          defaultValue={here.state?.wish}
          options={wishNames.map((value) => ({
            value,
            label: t(`landing.join.lookingForOption.${value}`),
          }))}
        />
        <TextField
          label={t('landing.join.email')}
          name="email"
          type="email"
          defaultValue={here.state?.email}
          autoComplete="email"
          placeholder={t('landing.join.emailPlaceholder')}
          error={isInvalid ? t('landing.join.emailInvalid') : undefined}
          onChange={() => setInvalid(false)}
        />
        <Button type="submit" size="lg" fullWidth>
          {t('landing.join.submit')}
        </Button>
      </form>
    </Card>
  );
}
