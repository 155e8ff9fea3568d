import { ApiError, serverText, useTranslation } from '@frens/platform';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { loadChecks } from './auth.queries.ts';
import type { Problems } from './form-fields.ts';

interface Sender<Fields> {
  runAsync: (fields: Fields) => Promise<{ user: unknown } | { problems: Problems<Fields> }>;
  isPending: boolean;
}

interface FormOptions<Fields> {
  fields: Fields;
  onChange: (fields: Fields) => void;
  sender: Sender<Fields>;
}

/**
 * What both forms share: fields held by the screen, so that nothing typed is lost; problems shown on their fields; the
 * first of them focused; and a failure of the whole form, which stays until the next try.
 */
export function useForm<Fields extends { [Field in keyof Fields]: string }>({
  fields,
  onChange,
  sender,
}: FormOptions<Fields>) {
  const { t } = useTranslation('mf-auth');
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems<Fields>>({});
  const [failure, setFailure] = useState<unknown>(null);

  function show(found: Problems<Fields>) {
    // The messages must be on the page before the focus moves: a screen reader reads a field together with its message.
    flushSync(() => setProblems(found));
    const first = [...(form.current?.elements ?? [])].find(
      (element) => element instanceof HTMLElement && Object.hasOwn(found, element.getAttribute('name') ?? ''),
    );
    if (first instanceof HTMLElement) first.focus();
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (sender.isPending) return;
    setProblems({});
    setFailure(null);
    try {
      const outcome = await sender.runAsync(fields);
      if ('problems' in outcome) show(outcome.problems);
    } catch (error) {
      // The toast has been shown by the query client; here the failure is put where it can be read again.
      if (error instanceof ApiError && Object.keys(error.fields).length > 0) {
        show(error.fields);
      } else {
        setFailure(error);
      }
    }
  }

  function set(field: keyof Fields, value: string) {
    onChange({ ...fields, [field]: value });
    setProblems((shown) => ({ ...shown, [field]: undefined }));
  }

  function errorOf(field: keyof Fields): string | undefined {
    const problem = problems[field];
    return typeof problem === 'object' ? t(problem.key, problem.values) : problem;
  }

  return {
    failureText: failure === null ? null : serverText(failure),
    set,
    errorOf,
    /** For the `<form>`. */
    formProps: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => void handleSubmit(event),
      // Ready by the time of the first submit. If it fails here, the submit tries again and reports.
      onFocus: () => void loadChecks().catch(() => undefined),
    },
    /** For a text field or select. */
    field: <Field extends keyof Fields & string>(name: Field) => ({
      name,
      value: fields[name],
      error: errorOf(name),
      'aria-required': true,
      onChange: (event: { target: { value: string } }) => set(name, event.target.value),
    }),
  };
}
