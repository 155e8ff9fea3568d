import { ApiError } from '@frens/contract/errors';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { serverText } from '../errors.ts';
import { useTranslation } from '../texts.ts';
import { type ToastMessage, toast, withdrawToast } from '../toast.ts';
import type { Action } from '../use-action.ts';
import { dropDraft } from './drafts.ts';
import { byField, checkBody, type Problem, type Problems, problemText, type Rules } from './problems.ts';
import { type FormValuesOptions, type TextFieldsOf, useFormValues } from './use-form-values.ts';

/** As much of an action as a form needs. */
export type FormAction<Body, Answer> = Pick<Action<Answer, Body>, 'isPending' | 'runAsync'>;

/** What a form is made of. */
export interface FormOptions<Values extends object, Body, Answer> extends FormValuesOptions<Values> {
  /**
   * The contract's rules for what is sent, imported when the form is first touched:
   * `rules: () => import('@frens/contract/circles').then((contract) => contract.CreateCircleBody)`.
   * When they cannot be fetched the server, which knows them too, says what does not fit.
   */
  rules?: () => Promise<Rules<Body>>;
  /** What is sent of what was typed; without it, all of it. */
  body?: (values: Values) => unknown;
  /** What the contract cannot know: two fields that must agree, a number that is read first. Goes before the contract's word. */
  check?: (values: Values) => Problems<Values>;
  /** What sends it: an action of `useAction`, whose `meta` names the toast of a failure. */
  action: FormAction<Body, Answer>;
  /** Runs with the answer, also when the toast's Retry brought it: close, clear, go on. */
  onSent?: (answer: Answer) => void;
  /** Nothing was sent, or the server refused, with what does not fit. Returns what else to say at which field. */
  onRefused?: (error: Error | null, found: Problems<Values>) => Problems<Values> | undefined;
  /** The part on show of a form that asks in steps: only its fields are checked, and then it leads on instead of sending. The last part has none. */
  step?: { fields: readonly (keyof Values)[]; onDone: () => void } | undefined;
}

/** A form: what is typed, what does not fit, and sending it once. */
export interface Form<Values extends object> {
  values: Values;
  /** Whether anything differs from what stood there at first. */
  isDirty: boolean;
  /** Sent and not answered yet. The form cannot be sent again until then. */
  isSending: boolean;
  /** Changes one field and takes back what was said at it. */
  set<Field extends keyof Values>(field: Field, value: Values[Field]): void;
  /** What is wrong with a field. */
  errorOf(field: keyof Values): string | undefined;
  /** Complains of a field in a toast, which goes when the field is changed and when the form is left. */
  complain(field: keyof Values, message: Pick<ToastMessage, 'title' | 'description'>): void;
  /** Empties the form and forgets its draft. */
  reset(): void;
  /** How many fields do not fit. */
  problemCount: number;
  /** Why the form as a whole was refused, or what was refused that is no field of it. */
  failure: string | null;
  /** For the `<form>`. */
  props: {
    ref: RefObject<HTMLFormElement | null>;
    method: 'post';
    noValidate: true;
    onSubmit: (event: FormEvent) => void;
    onFocus: () => void;
  };
  /** For a text field, select or text area that holds a text. */
  field<Field extends TextFieldsOf<Values>>(
    field: Field,
  ): {
    name: Field;
    value: string;
    error: string | undefined;
    onChange: (event: { target: { value: string } }) => void;
  };
  /** For radio cards. */
  choice<Field extends TextFieldsOf<Values>>(
    field: Field,
  ): {
    name: Field;
    value: string;
    error: string | undefined;
    onValueChange: (change: { value: string }) => void;
  };
}

/**
 * The one way to make a form: fields held here so that nothing typed is lost, the contract's rules checked before and the server's
 * heard after, each at its field, the focus on the first of them, and sending locked from the first press to the answer.
 * `FormSummary` shows what belongs to no field. The example is `mf-community/src/features/circles/components/create-circle.tsx`.
 */
export function useForm<Values extends object, Body = Values, Answer = unknown>(
  options: FormOptions<Values, Body, Answer>,
): Form<Values> {
  useTranslation('contract'); // Problems are said again when the language changes.
  const element = useRef<HTMLFormElement>(null);
  const locked = useRef(false);
  const complaint = useRef<keyof Values>(null);
  useEffect(() => () => withdrawToast(complaint), []);
  const rules = useRef<Promise<Rules<Body> | null>>(null);
  const { values, latest, ...typed } = useFormValues(options);
  const [isChecking, setChecking] = useState(false);
  const [problems, setProblems] = useState<Problems<Values>>({});
  const [failure, setFailure] = useState<Problem | Error | null>(null);

  function loadRules(): Promise<Rules<Body> | null> {
    rules.current ??= (options.rules?.() ?? Promise.resolve(null)).catch(() => {
      rules.current = null; // Out of reach: asked for again at the next touch.
      return null;
    });
    return rules.current;
  }

  function refuse(error: Error | null, found: Record<string, Problem>) {
    // On the page before the focus moves: a screen reader reads a field together with its message.
    flushSync(() => {
      // True because only what is in `values` is read of it.
      const known = found as Problems<Values>;
      const all: Record<string, Problem | undefined> = { ...found, ...options.onRefused?.(error, known) };
      const fields = Object.entries(all).filter(([field]) => field in values);
      const elsewhere = Object.entries(all).find(([field]) => !(field in values));
      // True because of the filter above.
      setProblems(Object.fromEntries(fields) as Problems<Values>);
      setFailure(elsewhere?.[1] ?? (fields.length > 0 ? null : error));
    });
    focusFirstInvalid(element.current);
  }

  async function submit() {
    const sending = options.body ? options.body(latest.current) : latest.current;
    const known = await loadRules();
    const checked = known ? checkBody(known, sending) : null;
    const own = options.check?.(latest.current) ?? {};
    const found = { ...(checked && 'problems' in checked ? checked.problems : {}), ...own };
    const { step } = options;
    const fields: readonly PropertyKey[] = step?.fields ?? Object.keys(found);
    const asked = Object.fromEntries(
      Object.entries<Problem>(found).filter(([field]) => fields.includes(field)),
    );
    if (Object.keys(asked).length > 0) {
      refuse(null, asked);
      return;
    }
    if (step) {
      step.onDone();
      return;
    }
    // Without rules the typed body is sent as it is: they are not the ones that count, the server's are.
    const body = checked && 'body' in checked ? checked.body : (sending as Body);
    const onError = (error: Error) =>
      refuse(error, error instanceof ApiError ? byField(Object.entries(error.fields)) : {});
    await options.action.runAsync(body, { onSuccess: sent, onError }).then(
      // Callbacks are for a form that is still there: what was sent is no draft where its page was left before the answer, either.
      () => options.draft && dropDraft(options.draft),
      // A failure is told by the toast and by `onError`.
      () => undefined,
    );
  }

  function sent(answer: Answer) {
    typed.markSaved();
    options.onSent?.(answer);
  }

  async function submitOnce() {
    if (locked.current) return;
    locked.current = true;
    setChecking(true);
    setProblems({});
    setFailure(null);
    try {
      await submit();
    } finally {
      locked.current = false;
      setChecking(false);
    }
  }

  function set<Field extends keyof Values>(field: Field, value: Values[Field]) {
    typed.change({ ...latest.current, [field]: value });
    if (field === complaint.current) withdrawToast(complaint);
    setProblems(({ [field]: _mended, ...rest }) => rest as Problems<Values>); // True: what is left are fields.
    setFailure(null);
  }

  const texts = <Field extends TextFieldsOf<Values>>(field: Field) => ({
    name: field,
    // True because `TextFieldsOf` leaves only fields that hold a text.
    value: values[field] as string,
    error: problemText(problems[field]),
  });
  // True for the same reason; a choice offers only what its field may hold.
  const setText = (field: TextFieldsOf<Values>, text: string) =>
    set(field, text as Values[TextFieldsOf<Values>]);

  return {
    values,
    isDirty: typed.isDirty,
    isSending: isChecking || options.action.isPending,
    set,
    errorOf: (field) => problemText(problems[field]),
    complain(field, message) {
      complaint.current = field;
      toast({ ...message, tone: 'danger', about: complaint });
    },
    reset() {
      typed.reset();
      setProblems({});
      setFailure(null);
    },
    problemCount: Object.keys(problems).length,
    failure: failure instanceof Error ? serverText(failure) : (problemText(failure ?? undefined) ?? null),
    props: {
      ref: element,
      // Should a browser ever send it by itself: no password in an address.
      method: 'post',
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        void submitOnce();
      },
      onFocus: () => void loadRules(),
    },
    field: (field) => ({ ...texts(field), onChange: ({ target }) => setText(field, target.value) }),
    choice: (field) => ({ ...texts(field), onValueChange: ({ value }) => setText(field, value) }),
  };
}

/** Focuses the first control that does not fit; of a group, its first choice. */
function focusFirstInvalid(form: HTMLFormElement | null): void {
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const control = invalid instanceof HTMLFieldSetElement ? invalid.querySelector('input') : invalid;
  control?.focus();
}
