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

/** A page that was opened by a link about an address: confirming it, changing it, undoing the change, or keeping its account (D10, D14, D46). */
export function AddressLinkCard({ link }: { link: AddressLink }) {
  const { t } = useTranslation('mf-auth');
  const { kind, state } = link;
  const me = useMyName();
  if (kind === null) return null;
  // True because each kind has the texts of the steps that it can be at.
  const isShared = sharedSteps.has(state.step) && !ownSteps.has(`${kind} ${state.step}`);
  const texts = `address.${isShared ? 'any' : kind}.${state.step}` as StepTexts;
  const values = { ...lives, me, ...valuesOf(state) };
  // It is about another account than the one that is signed in here, or was used by its own before.
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

/** Steps that read the same whatever the link is good for. */
const sharedSteps = new Set<string>(['working', 'taken', 'failed']);

/** Of these, what reads otherwise for one kind, because more can be done. */
const ownSteps = new Set<string>(['undo taken']);

const { linkMinutes } = limits;
/** How long the kinds of links work, as their texts say it. */
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
