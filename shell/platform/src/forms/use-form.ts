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

/** The part of an action that a form uses. */
export type FormAction<Body, Answer> = Pick<Action<Answer, Body>, 'isPending' | 'runAsync'>;

/** Options of a form. */
export interface FormOptions<Values extends object, Body, Answer> extends FormValuesOptions<Values> {
  /**
   * The contract's schema of the body, imported on first input:
   * `rules: () => import('@frens/contract/circles').then((contract) => contract.CreateCircleBody)`.
   * If the import fails, the server validates alone.
   */
  rules?: () => Promise<Rules<Body>>;
  /** Maps the values to the body; default: all values. */
  body?: (values: Values) => unknown;
  /** Additional checks: two fields that must agree, a number to be parsed first. They take precedence over the contract's. */
  check?: (values: Values) => Problems<Values>;
  /** The action (`useAction`) that sends it; its `meta` names the failure toast. */
  action: FormAction<Body, Answer>;
  /** Called with the answer, also after the toast's Retry. */
  onSent?: (answer: Answer) => void;
  /** Called with the problems when validation fails or the server refuses. Returns further problems by field. */
  onRefused?: (error: Error | null, found: Problems<Values>) => Problems<Values> | undefined;
  /** The current step of a multi-step form: checks only its fields, then continues instead of sending. Absent in the last step. */
  step?: { fields: readonly (keyof Values)[]; onDone: () => void } | undefined;
}

/** A form: values, problems, and sending once. */
export interface Form<Values extends object> {
  values: Values;
  /** Whether any value differs from its initial one. */
  isDirty: boolean;
  /** Whether the request is pending; the form cannot be sent again until then. */
  isSending: boolean;
  /** Changes one field and clears its problem. */
  set<Field extends keyof Values>(field: Field, value: Values[Field]): void;
  /** A field's problem. */
  errorOf(field: keyof Values): string | undefined;
  /** Reports a field's problem in a toast, which closes when the field changes or the form is left. */
  complain(field: keyof Values, message: Pick<ToastMessage, 'title' | 'description'>): void;
  /** Resets the form and removes its draft. */
  reset(): void;
  /** The number of invalid fields. */
  problemCount: number;
  /** Why the whole form was refused, or problems of fields that it does not have. */
  failure: string | null;
  /** Props of the `<form>`. */
  props: {
    ref: RefObject<HTMLFormElement | null>;
    method: 'post';
    noValidate: true;
    onSubmit: (event: FormEvent) => void;
    onFocus: () => void;
  };
  /** Props of a text field, select or text area. */
  field<Field extends TextFieldsOf<Values>>(
    field: Field,
  ): {
    name: Field;
    value: string;
    error: string | undefined;
    onChange: (event: { target: { value: string } }) => void;
  };
  /** Props of radio cards. */
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
 * The hook for every form: holds the values so that no input is lost, validates by the contract before sending and shows the
 * server's problems after, each at its field, focuses the first one, and locks sending from the first press to the answer.
 * `FormSummary` shows other problems. Example: `mf-community/src/features/circles/components/create-circle.tsx`.
 */
export function useForm<Values extends object, Body = Values, Answer = unknown>(
  options: FormOptions<Values, Body, Answer>,
): Form<Values> {
  useTranslation('contract'); // Rerenders problems when the language changes.
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
      rules.current = null; // Failed: imported again on the next input.
      return null;
    });
    return rules.current;
  }

  function refuse(error: Error | null, found: Record<string, Problem>) {
    // Rendered before the focus moves: screen readers announce a field together with its message.
    flushSync(() => {
      // Safe: only what is in `values` is read of it.
      const known = found as Problems<Values>;
      const all: Record<string, Problem | undefined> = { ...found, ...options.onRefused?.(error, known) };
      const fields = Object.entries(all).filter(([field]) => field in values);
      const elsewhere = Object.entries(all).find(([field]) => !(field in values));
      // Safe because of the filter above.
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
    // Without the schema the body is sent unchecked: the server's validation is decisive.
    const body = checked && 'body' in checked ? checked.body : (sending as Body);
    const onError = (error: Error) =>
      refuse(error, error instanceof ApiError ? byField(Object.entries(error.fields)) : {});
    await options.action.runAsync(body, { onSuccess: sent, onError }).then(
      // Callbacks run only while the form is mounted; the draft is removed in any case.
      () => options.draft && dropDraft(options.draft),
      // The toast and `onError` report the failure.
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
    setProblems(({ [field]: _mended, ...rest }) => rest as Problems<Values>); // Safe: what is left are fields.
    setFailure(null);
  }

  const texts = <Field extends TextFieldsOf<Values>>(field: Field) => ({
    name: field,
    // Safe: `TextFieldsOf` leaves only fields that hold a text.
    value: values[field] as string,
    error: problemText(problems[field]),
  });
  // Safe for the same reason; a choice offers only what its field may hold.
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
      // If a browser submits it natively, no password ends up in a URL.
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

/** Focuses the first invalid control; in a group, its first choice. */
function focusFirstInvalid(form: HTMLFormElement | null): void {
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const control = invalid instanceof HTMLFieldSetElement ? invalid.querySelector('input') : invalid;
  control?.focus();
}
