import { profileFields } from '@frens/contract/profile-fields';
import { PlusIcon, XIcon } from '@frens/design-system/icons';
import { Chip, foldText, IconButton, TextField, UserText, useTranslation } from '@frens/platform';
import { type KeyboardEvent, useRef, useState } from 'react';
import styles from './interests-field.module.css';

const { max, each } = profileFields.interests;

interface InterestsFieldProps {
  interests: string[];
  error: string | undefined;
  onChange: (interests: string[]) => void;
}

/** Interests as removable chips, added one at a time. */
export function InterestsField({ interests, error, onChange }: InterestsFieldProps) {
  const { t } = useTranslation('mf-social');
  const [text, setText] = useState('');
  // The uncommitted word counts too: a member who presses Save without Enter means to add it. It becomes no chip on blur,
  // because a new chip would move the Save button from under the pointer.
  const [counted, setCounted] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const added = counted !== null && interests.at(-1) === counted ? interests.slice(0, -1) : interests;
  const isFull = added.length >= max;
  const isTooLong = [...text.trim()].length > each;

  const type = (typed: string) => {
    const word = typed.trim();
    const isKnown = added.some((other) => foldText(other) === foldText(word));
    // A word that is too long, or one too many, stays and fails validation on Save.
    const counts = word !== '' && !isKnown;
    setText(typed);
    setCounted(counts ? word : null);
    if (counts || added !== interests) onChange(counts ? [...added, word] : added);
  };
  const add = () => {
    if (text.trim() !== '' && !isTooLong && !isFull) {
      setText('');
      setCounted(null);
    }
    input.current?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ',') return;
    // During IME composition, Enter only confirms the candidate.
    if (event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };

  return (
    <div className={styles.root}>
      <TextField
        ref={input}
        label={t('profile.fields.interests')}
        placeholder={t('profile.interests.placeholder')}
        hint={isFull ? t('profile.interests.full', { max }) : t('profile.hints.interests', { max })}
        limit={each}
        error={error}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={handleKey}
        suffix={
          <IconButton
            size="sm"
            label={t('profile.interests.add')}
            disabled={isFull || isTooLong || text.trim() === ''}
            onClick={add}
          >
            <PlusIcon />
          </IconButton>
        }
      />
      {added.length > 0 ? (
        <ul aria-label={t('profile.fields.interests')} className={styles.list}>
          {added.map((interest) => (
            <li key={interest}>
              <Chip
                hue="bamboo"
                className={styles.chip}
                value={
                  <IconButton
                    size="sm"
                    className={styles.remove}
                    label={t('profile.interests.remove', { interest })}
                    onClick={() => {
                      onChange(interests.filter((other) => other !== interest));
                      input.current?.focus();
                    }}
                  >
                    <XIcon />
                  </IconButton>
                }
              >
                <UserText>{interest}</UserText>
              </Chip>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
