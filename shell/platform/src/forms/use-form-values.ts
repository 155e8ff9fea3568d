import type { Language } from '@frens/contract/languages';
import { rewriteAmount } from '@frens/contract/typed-amount';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { currentLanguage } from '../i18n.ts';
import { hasDraft, keepOwnDraft, typedBefore } from './draft-storage.ts';
import { dropDraft } from './drafts.ts';

/** The names of text fields. */
export type TextFieldsOf<Values> = {
  [Field in keyof Values & string]: Values[Field] extends string ? Field : never;
}[keyof Values & string];

export interface FormValuesOptions<Values extends object> {
  /** The initial values. */
  initial: Values;
  /** Fields with typed amounts: converted to the new decimal separator when the language changes. */
  amounts?: readonly TextFieldsOf<Values>[];
  /** Name of the draft, which this tab keeps until the form is sent or `reset` (D63). */
  draft?: string;
  /** Updates a draft with values stored since. */
  restore?: (kept: Values) => Values;
}

/** A form's values, kept as a draft if it has a name. */
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
  // The latest values, also between renders: a field may change when the button takes its focus.
  const latest = useRef(values);
  const [first, setFirst] = useState(initial);

  const written = useRef(language);
  const rewrite = useEffectEvent((from: Language) => {
    latest.current = inLanguage(latest.current, amounts, from, language);
    setValues(latest.current);
    setFirst((before) => inLanguage(before, amounts, from, language));
    if (draft && hasDraft(draft)) keepOwnDraft(draft, latest.current);
  });
  // Before painting: the surrounding text is in the new language already.
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
      // Back to the initial values: no draft is needed.
      if (isSame(next, first)) dropDraft(draft);
      else keepOwnDraft(draft, next);
    },
    /** Marks the current values as saved. */
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

/** Converts amounts to another language's notation. */
function inLanguage<Values extends object>(
  values: Values,
  amounts: readonly TextFieldsOf<Values>[] = [],
  from: Language,
  to: Language,
): Values {
  if (from === to) return values;
  // Safe: `TextFieldsOf` leaves only fields that hold a text.
  const written = amounts.map((field) => [field, rewriteAmount(values[field] as string, from, to)]);
  return { ...values, ...Object.fromEntries(written) };
}
