import { useTranslation } from '@frens/platform';
import { useRemotes } from './engine.ts';
import { localText } from './local-text.ts';

/** The name of a remote's area, in the page's language; "the page" for the shell's own. */
export function useArea(name: string): string {
  const { t } = useTranslation('shell');
  const area = useRemotes().area(name);
  if (area) return localText(area);
  return name === 'shell' ? t('remote.area.shell') : name;
}
