import type { Language } from '@frens/contract/languages';
import { rewriteAmount } from '@frens/contract/typed-amount';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { currentLanguage } from '../i18n.ts';
import { hasDraft, keepOwnDraft, typedBefore } from './draft-storage.ts';
import { dropDraft } from './drafts.ts';

/** The fields that hold a text. */
export type TextFieldsOf<Values> = {
  [Field in keyof Values & string]: Values[Field] extends string ? Field : never;
}[keyof Values & string];

export interface FormValuesOptions<Values extends object> {
  /** What stands in the fields when nothing has been typed. */
  initial: Values;
  /** The fields that hold an amount as it is typed: it is written anew when the language changes, whose decimal sign stands in it. */
  amounts?: readonly TextFieldsOf<Values>[];
  /** Keeps what is typed in this tab under this name until it is sent or `reset` (D63). */
  draft?: string;
  /** Brings what was kept up to date with what is stored by now. */
  restore?: (kept: Values) => Values;
}

/** What is typed into a form, kept as a draft where it has a name for one. */
export function useFormValues<Values extends object>({
  initial,
  amounts,
  draft,
  restore,
}: FormValuesOptions<Values>) {
  const language = currentLanguage();
  const [values, setValues] = useState(() => {
    if (!draft) return initial;
    const kept = typedBefore(draft, initial);
    const typed = inLanguage(kept.values, amounts, kept.language, language);
    return restore?.(typed) ?? typed;
  });
  // What is typed by now, also between two renders: a field may change as it loses the focus to the button.
  const latest = useRef(values);
  const [first, setFirst] = useState(initial);

  const written = useRef(language);
  const rewrite = useEffectEvent((from: Language) => {
    latest.current = inLanguage(latest.current, amounts, from, language);
    setValues(latest.current);
    setFirst((before) => inLanguage(before, amounts, from, language));
    if (draft && hasDraft(draft)) keepOwnDraft(draft, latest.current);
  });
  // Before it is shown: the words around it are in the new language already.
  useLayoutEffect(() => {
    if (written.current !== language) rewrite(written.current);
    written.current = language;
  }, [language]);

  return {
    values,
    latest,
    isDirty: !isSame(values, first),
    change(next: Values) {
      latest.current = next;
      setValues(next);
      if (!draft) return;
      // Typed and taken back: there is nothing to come back to.
      if (isSame(next, first)) dropDraft(draft);
      else keepOwnDraft(draft, next);
    },
    /** What is typed by now has been saved: nothing differs from it. */
    markSaved() {
      if (draft) dropDraft(draft);
      setFirst(latest.current);
    },
    reset() {
      if (draft) dropDraft(draft);
      latest.current = initial;
      setValues(initial);
      setFirst(initial);
    },
  };
}

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Values with their amounts as one types them in another language. */
function inLanguage<Values extends object>(
  values: Values,
  amounts: readonly TextFieldsOf<Values>[] = [],
  from: Language,
  to: Language,
): Values {
  if (from === to) return values;
  // True because `TextFieldsOf` leaves only fields that hold a text.
  const written = amounts.map((field) => [field, rewriteAmount(values[field] as string, from, to)]);
  return { ...values, ...Object.fromEntries(written) };
}
