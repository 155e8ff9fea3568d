import type { PublishedVersions } from '@frens/compose';
import { formatMoment } from '@frens/contract/formats';
import { Button, Cluster, currentLanguage, SelectField, useTranslation } from '@frens/platform';
import { useState } from 'react';
import { withPreview } from '../composition/engine.ts';
import styles from './dev-composition.module.css';
import { withVersion } from './wanted-versions.ts';

interface VersionChoiceProps {
  name: string;
  /** The version that this tab shows. */
  shown: string;
  /** The preview that the tab requests, as in the address. */
  wanted: string;
  published: PublishedVersions[string];
}

/** Previews another published version of a remote in this tab; members keep the live one. */
export function VersionChoice({ name, shown, wanted, published }: VersionChoiceProps) {
  const { t } = useTranslation('dev');
  const [picked, pick] = useState<string | null>(null);
  const chosen = picked ?? shown;
  if (published.length === 0) return null;
  const isPreviewed = wanted.split(',').some((one) => one.startsWith(`${name}@`));
  // A page may only load files whose hashes it lists, so another version needs another document.
  const show = (version: string | null) =>
    location.assign(withPreview(new URL(location.href), withVersion(wanted, name, version)));
  return (
    <form
      className={styles.choice}
      onSubmit={(event) => {
        event.preventDefault();
        show(chosen);
      }}
    >
      <SelectField
        label={t('published', { name })}
        value={chosen}
        onChange={({ target }) => pick(target.value)}
        options={published.map(({ version, at }) => ({
          value: version,
          label: `${version} · ${formatMoment(currentLanguage(), at)}`,
        }))}
      />
      <Cluster>
        <Button type="submit" variant="secondary" size="sm" disabled={chosen === shown}>
          {t('show')}
        </Button>
        {isPreviewed ? (
          <Button variant="ghost" size="sm" onClick={() => show(null)}>
            {t('reset')}
          </Button>
        ) : null}
      </Cluster>
    </form>
  );
}
