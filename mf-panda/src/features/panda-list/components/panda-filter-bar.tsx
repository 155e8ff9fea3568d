import { type PandaSort, pandaSorts } from '@frens/contract/choices';
import { limits } from '@frens/contract/limits';
import { type TraitName, traitNames } from '@frens/contract/panda-scoring';
import { FilterBar } from '@frens/design-system/filter-bar';
import { SearchField, SelectField, useTranslation } from '@frens/platform';
import type { PandaFilters } from '../panda-filters.ts';

interface PandaFilterBarProps {
  filters: PandaFilters;
  onChange: (change: Partial<PandaFilters>) => void;
}

/** Search box, leading trait and order. */
export function PandaFilterBar({ filters, onChange }: PandaFilterBarProps) {
  const { t } = useTranslation('mf-panda');
  return (
    <FilterBar
      activeCount={[filters.kind !== null, filters.sort !== 'newest'].filter(Boolean).length}
      applyLabel={t('list.apply')}
      search={
        <SearchField
          name="q"
          label={t('list.search')}
          limit={limits.searchText.max}
          value={filters.q}
          onValueChange={({ value }) => onChange({ q: value })}
        />
      }
      filters={
        <>
          <SelectField
            name="kind"
            label={t('list.kind.label')}
            value={filters.kind ?? ''}
            placeholder={t('list.kind.all')}
            options={traitNames.map((value) => ({ value, label: t(`list.kind.${value}`) }))}
            // Safe: the options are the traits and the placeholder, whose value is empty.
            onChange={({ target }) => onChange({ kind: (target.value as TraitName) || null })}
          />
          <SelectField
            name="sort"
            label={t('list.sort.label')}
            value={filters.sort}
            options={pandaSorts.map((value) => ({ value, label: t(`list.sort.${value}`) }))}
            // Safe: the options are the sort orders.
            onChange={({ target }) => onChange({ sort: target.value as PandaSort })}
          />
        </>
      }
    />
  );
}
