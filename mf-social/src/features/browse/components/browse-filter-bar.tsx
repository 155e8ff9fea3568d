import type { AgeBand, Gender } from '@frens/contract';
import { ageBands, genders, type MemberSort, memberSorts } from '@frens/contract/choices';
import { limits } from '@frens/contract/limits';
import { FilterBar } from '@frens/design-system/filter-bar';
import { SearchField, SelectField, useTranslation } from '@frens/platform';
import type { BrowseFilters } from '../browse-filters.ts';

interface BrowseFilterBarProps {
  filters: BrowseFilters;
  onChange: (change: Partial<BrowseFilters>) => void;
  /** The number of matches, announced on change. */
  summary: string;
  /** The same number, on the button that closes the filters on phones. */
  applyLabel: string;
}

/** Search box, gender, age band and order. */
export function BrowseFilterBar({ filters, onChange, summary, applyLabel }: BrowseFilterBarProps) {
  const { t } = useTranslation('mf-social');
  return (
    <FilterBar
      activeCount={[filters.gender, filters.ageBand].filter(Boolean).length}
      applyLabel={applyLabel}
      search={
        <SearchField
          label={t('browse.search')}
          limit={limits.searchText.max}
          value={filters.q}
          onValueChange={({ value }) => onChange({ q: value })}
        />
      }
      filters={
        <>
          <SelectField
            label={t('browse.gender.label')}
            value={filters.gender ?? ''}
            placeholder={t('browse.gender.all')}
            options={genders.map((value) => ({ value, label: t(`member.gender.${value}`) }))}
            // Safe: the options are the genders and the placeholder, whose value is empty.
            onChange={(event) => onChange({ gender: (event.target.value as Gender) || null })}
          />
          <SelectField
            label={t('browse.age.label')}
            value={filters.ageBand ?? ''}
            placeholder={t('browse.age.all')}
            options={ageBands.map((value) => ({ value, label: value.replace('-', '–') }))}
            // Safe: the options are the age bands and the placeholder, whose value is empty.
            onChange={(event) => onChange({ ageBand: (event.target.value as AgeBand) || null })}
          />
          <SelectField
            label={t('browse.sort.label')}
            value={filters.sort}
            options={memberSorts.map((value) => ({ value, label: t(`browse.sort.${value}`) }))}
            // Safe: the options are the sort orders.
            onChange={(event) => onChange({ sort: event.target.value as MemberSort })}
          />
        </>
      }
      // Its line is there before it says anything, so that nothing moves.
      summary={<p role="status">{summary || '\u00a0'}</p>}
    />
  );
}
