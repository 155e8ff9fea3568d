import { formatDay } from '@frens/contract/formats';
import { limits } from '@frens/contract/limits';
import {
  Button,
  currentLanguage,
  Spinner,
  type TextSection,
  useSession,
  useTranslation,
} from '@frens/platform';
import type { AddressLinkKind } from '../address-link.queries.ts';
import styles from '../auth.module.css';
import type { AddressLink, AddressState } from '../use-address-link.ts';
import { useMyName } from '../use-my-name.ts';
import { useTab } from '../use-tab.ts';
import { StepCard } from './step-card.tsx';

type StepTexts = TextSection<'mf-auth', 'title' | 'text'>;

/** Page of a mailed link: confirms or changes an address, undoes a change, or keeps the account (D10, D14, D46). */
export function AddressLinkCard({ link }: { link: AddressLink }) {
  const { t } = useTranslation('mf-auth');
  const { kind, state } = link;
  const me = useMyName();
  if (kind === null) return null;
  // Safe: every kind has texts for the steps it can reach.
  const isShared = sharedSteps.has(state.step) && !ownSteps.has(`${kind} ${state.step}`);
  const texts = `address.${isShared ? 'any' : kind}.${state.step}` as StepTexts;
  const values = { ...lives, me, ...valuesOf(state) };
  // The link belongs to another account than the signed-in one, or its own member has already used it.
  const isBeside = me !== '' && kind === 'keep' && (state.step === 'asking' || state.step === 'done');
  return (
    <StepCard
      label={t(`address.${kind}.label`)}
      step={state.step}
      title={t(`${texts}.title`, values)}
      text={t(isBeside ? `address.keep.${state.step}.beside` : `${texts}.text`, values)}
      isFirst
    >
      <div className={styles.form}>
        <Actions kind={kind} link={link} />
      </div>
    </StepCard>
  );
}

/** Steps with the same texts for all kinds. */
const sharedSteps = new Set<string>(['working', 'taken', 'failed']);

/** Exceptions: kinds with texts of their own, because they offer more actions. */
const ownSteps = new Set<string>(['undo taken']);

const { linkMinutes } = limits;
/** Lifetimes of the links, as their texts state them. */
const lives = {
  hours: linkMinutes.confirm / 60,
  minutes: linkMinutes['change-email'],
  days: linkMinutes['undo-email'] / (24 * 60),
};

function valuesOf(state: AddressState): Record<string, string> {
  if (state.step === 'done') return { email: state.email ?? '' };
  if (state.step === 'failed') return { reason: state.reason };
  if (state.step !== 'question') return {};
  const { username, createdAt } = state;
  const date = formatDay(currentLanguage(), createdAt);
  return { username, date };
}

function Actions({ kind, link }: { kind: AddressLinkKind; link: AddressLink }) {
  const { t } = useTranslation('mf-auth');
  const { choose } = useTab();
  const { state, spend, leave } = link;
  const isMember = useSession().status === 'signed-in';
  const wide = { size: 'lg', fullWidth: true } as const;
  const choosePassword = () => {
    link.choosePassword();
    choose('forgot');
  };
  switch (state.step) {
    case 'working':
      return <Spinner size="lg" label={t('address.any.working.title')} />;
    case 'asking':
      return (
        <>
          <Button {...wide} onClick={() => spend()}>
            {t(`address.${kind}.asking.action`)}
          </Button>
          {kind === 'undo' ? (
            <Button {...wide} variant="secondary" onClick={leave}>
              {t('address.undo.asking.leave')}
            </Button>
          ) : null}
        </>
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
    case 'spent':
      return (
        <>
          <Button {...wide} onClick={leave}>
            {t(isMember || kind === 'stop' ? 'address.any.leave' : 'address.any.signIn')}
          </Button>
          {kind === 'undo' ? (
            <Button {...wide} variant="secondary" onClick={choosePassword}>
              {t('address.undo.done.action')}
            </Button>
          ) : null}
        </>
      );
    default: {
      const isUndone = kind === 'undo' && state.step === 'done';
      return (
        <Button {...wide} onClick={isUndone ? choosePassword : leave}>
          {t(isUndone ? 'address.undo.done.action' : 'address.any.leave')}
        </Button>
      );
    }
  }
}
