import type { Panda } from '@frens/contract';
import { formatAmount } from '@frens/contract/formats';
import { limits } from '@frens/contract/limits';
import { amountExamples, readTypedAmount } from '@frens/contract/typed-amount';
import { AmountField } from '@frens/design-system/number-field';
import { type RadioCardOption, RadioCards } from '@frens/design-system/radio-cards';
import { pandaQuery } from '@frens/members/queries';
import {
  currentLanguage,
  type Form,
  LoadError,
  LoadMore,
  SearchField,
  Skeleton,
  Stack,
  Text,
  textsContain,
  UserText,
  useQuery,
  useSearchableList,
  useSession,
  useTranslation,
} from '@frens/platform';
import { useRef, useState } from 'react';
import type { TypedCircle } from './circle-form.tsx';
import { gatePandasQuery } from './circles.queries.ts';
import styles from './gate-fields.module.css';

/** Minimum stake of a gate, and on which Panda (D28). */
export function GateFields({ form }: { form: Form<TypedCircle> }) {
  const { t } = useTranslation('mf-community');
  const language = currentLanguage();
  const amount = (value: string) => formatAmount(language, value);
  const field = form.field('gateMinAmount');
  const isUnread = readTypedAmount(field.value, language) === null;
  return (
    <Stack>
      <AmountField
        {...field}
        error={
          field.error && isUnread
            ? t('circles.create.gate.amountExample', amountExamples(language))
            : field.error
        }
        label={t('circles.create.gate.amount')}
        hint={t('circles.create.gate.amountHint', {
          min: amount(limits.circles.gateMin),
          max: amount(limits.circles.gateMax),
        })}
        unit={t('circles.create.gate.unit')}
        placeholder={amount(limits.circles.gateDefault)}
        required
      />
      <GatePandaField {...form.choice('gatePandaId')} />
    </Stack>
  );
}

interface GatePandaFieldProps {
  name: string;
  /** Id of the selected Panda; empty if any Panda counts. */
  value: string;
  error: string | undefined;
  onValueChange: (change: { value: string }) => void;
}

/** Any Panda, or one found by name. */
function GatePandaField({ value, ...field }: GatePandaFieldProps) {
  const { t } = useTranslation('mf-community');
  const [search, setSearch] = useState('');
  const cards = useRef<HTMLDivElement>(null);
  const found = useSearchableList({
    filters: { q: search },
    everything: { q: '' },
    pages: (filters) => gatePandasQuery(currentLanguage(), filters),
    fits: ({ name }, { q }) => textsContain([name], q),
  });
  const options = useOptions(value, search.trim() === '', found.status === 'ready' ? found.items : []);
  return (
    <>
      <div ref={cards}>
        <RadioCards
          {...field}
          label={t('circles.create.gate.panda')}
          value={value}
          options={options}
          columns={2}
        >
          <SearchField
            label={t('circles.create.gate.search')}
            limit={limits.searchText.max}
            value={search}
            onValueChange={(change) => {
              setSearch(change.value);
              // The results are below the field, where a dialog may end.
              cards.current?.scrollIntoView({ block: 'start' });
            }}
            // Enter would submit the surrounding form.
            onKeyDown={(event) => (event.key === 'Enter' ? event.preventDefault() : undefined)}
          />
        </RadioCards>
      </div>
      {found.status === 'loading' ? <Skeleton label={t('circles.create.gate.loading')} lines={2} /> : null}
      <div role="status">
        {found.status === 'ready' && found.items.length === 0 && !found.isSearching ? (
          <Text size="sm" tone="muted">
            {t('circles.create.gate.none')}
          </Text>
        ) : null}
      </div>
      {found.status === 'error' ? (
        <LoadError size="part" title={t('circles.create.gate.error')} query={found} />
      ) : null}
      {found.status === 'ready' ? (
        <LoadMore
          pages={found.pages}
          numbered={{
            count: options.length,
            find: (index) => cards.current?.querySelectorAll('label')[index] ?? null,
          }}
        />
      ) : null}
    </>
  );
}

/** Options without duplicates: any Panda, the selected one, the reader's own until they search, and the results. */
function useOptions(value: string, isWhole: boolean, found: readonly Panda[]): RadioCardOption[] {
  const { t } = useTranslation('mf-community');
  const chosen = useNamedPanda(value);
  const own = useNamedPanda(useSession().user?.pandaId ?? '');
  const before = [chosen.panda, isWhole ? own.panda : undefined].filter((panda) => panda !== undefined);
  const pandas = new Map(
    [...before.filter(({ id }) => !found.some((one) => one.id === id)), ...found].map((panda) => [
      panda.id,
      panda,
    ]),
  );
  const isHidden = value !== '' && chosen.isMissing;
  return [
    { value: '', label: t('circles.create.gate.any'), description: t('circles.create.gate.anyHint') },
    ...(isHidden ? [{ value, label: t('circles.create.gate.hidden') }] : []),
    ...[...pandas.values()].map(({ id, name, imageUrl, owner, isMine }) => ({
      value: id,
      label: <UserText>{name}</UserText>,
      description: isMine
        ? t('circles.create.gate.own')
        : owner && t('circles.create.gate.owner', { name: owner.name }),
      icon: <img className={styles.panda} src={imageUrl} alt="" width={48} height={48} />,
    })),
  ];
}

/** A Panda by id, if it exists and is visible to the reader. */
function useNamedPanda(id: string): { panda: Panda | undefined; isMissing: boolean } {
  const { data, isError } = useQuery({ ...pandaQuery(id, currentLanguage()), enabled: id !== '' });
  // While the next one loads, `data` is still the previous one.
  return { panda: data?.id === id ? data : undefined, isMissing: isError };
}
