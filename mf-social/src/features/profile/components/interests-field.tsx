import { limits } from '@frens/contract/limits';
import { PlusIcon, XIcon } from '@frens/design-system/icons';
import { Chip, foldText, IconButton, TextField, UserText, useTranslation } from '@frens/platform';
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import styles from './interests-field.module.css';

const { max, each } = limits.interests;

interface InterestsFieldProps {
  interests: string[];
  error: string | undefined;
  onChange: (interests: string[]) => void;
}

/** Interests, added one by one and removed by their cross. */
export function InterestsField({ interests, error, onChange }: InterestsFieldProps) {
  const { t } = useTranslation('mf-social');
  const [text, setText] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isFull = interests.length >= max;
  const isTooLong = [...text.trim()].length > each;

  const take = () => {
    const interest = text.trim();
    if (interest === '' || isTooLong || isFull) return;
    if (!interests.some((other) => foldText(other) === foldText(interest)))
      onChange([...interests, interest]);
    setText('');
  };
  const add = () => {
    take();
    input.current?.focus();
  };
  // Whoever goes on to Save without pressing Enter means the word, too.
  const handleBlur = ({ relatedTarget }: FocusEvent) => {
    if (!root.current?.contains(relatedTarget)) take();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ',') return;
    // While a word is being composed, Enter only chooses it.
    if (event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };

  return (
    <div ref={root} className={styles.root}>
      <TextField
        ref={input}
        label={t('profile.fields.interests')}
        placeholder={t('profile.interests.placeholder')}
        hint={isFull ? t('profile.interests.full', { max }) : t('profile.hints.interests', { max })}
        error={isTooLong ? t('profile.interests.tooLong', { max: each }) : error}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={handleKey}
        onBlur={handleBlur}
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
      {interests.length > 0 ? (
        <ul aria-label={t('profile.fields.interests')} className={styles.list}>
          {interests.map((interest) => (
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
