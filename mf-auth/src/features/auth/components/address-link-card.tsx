import { formatDay } from '@frens/contract/formats';
import { Button, currentLanguage, Spinner, type TextSection, useTranslation } from '@frens/platform';
import type { AddressLinkKind } from '../address-link.queries.ts';
import styles from '../auth.module.css';
import type { AddressLink, AddressState } from '../use-address-link.ts';
import { useTab } from '../use-tab.ts';
import { StepCard } from './step-card.tsx';

type StepTexts = TextSection<'mf-auth', 'title' | 'text'>;

/** A page that was opened by a link about an address: confirming it, changing it, undoing the change, or keeping its account (D10, D14, D46). */
export function AddressLinkCard({ link }: { link: AddressLink }) {
  const { t } = useTranslation('mf-auth');
  const { kind, state } = link;
  if (kind === null) return null;
  // True because each kind has the texts of the steps that it can be at.
  const isShared = sharedSteps.has(state.step) && !ownSteps.has(`${kind} ${state.step}`);
  const texts = `address.${isShared ? 'any' : kind}.${state.step}` as StepTexts;
  const values = valuesOf(state);
  return (
    <StepCard
      label={t(`address.${kind}.label`)}
      step={state.step}
      title={t(`${texts}.title`, values)}
      text={t(`${texts}.text`, values)}
      isFirst
    >
      <div className={styles.form}>
        <Actions kind={kind} link={link} />
      </div>
    </StepCard>
  );
}

/** Steps that read the same whatever the link is good for. */
const sharedSteps = new Set<string>(['working', 'spent', 'taken', 'failed']);

/** Of these, what reads otherwise for one kind, because more can be done. */
const ownSteps = new Set<string>(['keep spent', 'undo taken']);

function valuesOf(state: AddressState): Record<string, string> {
  if (state.step === 'done') return { email: state.email ?? '' };
  if (state.step !== 'question') return {};
  const { username, createdAt } = state;
  const date = formatDay(currentLanguage(), createdAt);
  return { username, date };
}

function Actions({ kind, link: { state, spend, leave } }: { kind: AddressLinkKind; link: AddressLink }) {
  const { t } = useTranslation('mf-auth');
  const { choose } = useTab();
  const wide = { size: 'lg', fullWidth: true } as const;
  switch (state.step) {
    case 'working':
      return <Spinner size="lg" label={t('address.any.working.title')} />;
    case 'asking':
      return (
        <Button {...wide} onClick={() => spend()}>
          {t(`address.${kind}.asking.action`)}
        </Button>
      );
    case 'question':
      return (
        <>
          <Button {...wide} onClick={() => spend(true)}>
            {t(kind === 'change' ? 'address.change.question.yes' : 'address.confirm.question.yes')}
          </Button>
          <Button {...wide} variant="secondary" onClick={() => spend(false)}>
            {t(kind === 'change' ? 'address.change.question.no' : 'address.confirm.question.no')}
          </Button>
        </>
      );
    case 'failed':
      return (
        <Button {...wide} onClick={() => spend()}>
          {t('address.any.failed.action')}
        </Button>
      );
    default:
      return (
        <Button
          {...wide}
          onClick={() => {
            leave();
            if (kind === 'undo' && state.step === 'done') choose('forgot');
          }}
        >
          {t(kind === 'undo' && state.step === 'done' ? 'address.undo.done.action' : 'address.any.leave')}
        </Button>
      );
  }
}
