import type { PrivacySettings } from '@frens/contract';
import { interactionSwitches } from '@frens/contract/choices';
import { fieldSwitches } from '@frens/contract/profile-fields';
import {
  Button,
  Notice,
  Stack,
  Text,
  useKeptDraft,
  useTranslation,
  useUnsaved,
  withDraft,
} from '@frens/platform';
import { type SubmitEvent, useMemo, useState } from 'react';
import { TitledCard } from '../../../titled-card.tsx';
import { useSavePrivacy } from '../privacy.queries.ts';
import { changedSettings } from '../privacy-fields.ts';
import styles from './privacy-form.module.css';
import { ProfilePreview } from './profile-preview.tsx';
import { SwitchList } from './switch-list.tsx';
import { VisibilityLevel } from './visibility-level.tsx';

/** Name of the draft that holds unsaved changes. */
const draftName = 'privacy';

/** Both settings cards, saved together. A failed save keeps the member's changes. */
export function PrivacyForm({ stored }: { stored: PrivacySettings }) {
  const { t } = useTranslation('mf-social');
  // Holds touched fields only: a saved answer updates the rest.
  const [touched, setTouched] = useState(() => changedSettings(stored, withDraft(draftName, stored)));
  const save = useSavePrivacy();
  const draft = { ...stored, ...touched };
  const changes = useMemo(() => changedSettings(stored, { ...stored, ...touched }), [stored, touched]);
  const isChanged = Object.keys(changes).length > 0;
  useUnsaved(isChanged, useKeptDraft(draftName, changes));
  const change = (part: Partial<PrivacySettings>) => setTouched((current) => ({ ...current, ...part }));

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isChanged && !save.isPending) save.run(changes);
  };

  return (
    <form className={styles.root} onSubmit={submit}>
      <Stack gap="lg">
        <TitledCard texts="privacy.visibility">
          <VisibilityLevel
            value={draft.profileVisibility}
            onChange={(profileVisibility) => change({ profileVisibility })}
          />
          <SwitchList
            legend={t('privacy.fields.title')}
            switches={fieldSwitches}
            settings={draft}
            onChange={change}
          />
        </TitledCard>
        <TitledCard texts="privacy.interactions">
          <SwitchList switches={interactionSwitches} settings={draft} onChange={change} />
        </TitledCard>
        <ProfilePreview settings={draft} />
        <Notice>{t('privacy.reminder')}</Notice>
        <div className={styles.bar} data-changed={isChanged || undefined}>
          <Text asChild size="sm" tone="muted">
            <output>{t(isChanged ? 'privacy.unsaved' : 'privacy.saved')}</output>
          </Text>
          {/* Not `disabled` once saved: the button has just been pressed and must keep the focus. */}
          <Button type="submit" loading={save.isPending} aria-disabled={!isChanged || save.isPending}>
            {t(save.isPending ? 'privacy.saving' : 'privacy.save')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
